# `make fuzz`: every parser under libFuzzer with the address and undefined-behaviour sanitizers, FUZZ_SECONDS each; with FUZZ_RUNS=N each as many
# inputs. Needs clang and its runtime (libclang-rt-14-dev). The seeds are in tests/fuzz/corpus/<name>/, words that a parser knows in <name>.dict; what the
# fuzzer finds goes to $(B)/fuzz/. A new fuzz_<name>.c is taken up by its name.
COMMA := ,
FUZZ_SECONDS ?= 20
FUZZ_RUNS    ?=
FUZZ_LENGTH  ?= 2048
FUZZ_CC      ?= clang
FUZZ_NAMES   := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_FLAGS   := $(CSTD) $(WARN) $(ALL_CPPFLAGS) -O1 -g -fno-math-errno -fno-omit-frame-pointer -fno-sanitize-recover=all -pthread
FUZZ_OBJ     := $(LIB_SRC:%.c=$(B)/fuzz/%.o) $(foreach i,$(ISAS),$(ISA_SRC:%_isa.c=$(B)/fuzz/%_$(i).o))
FUZZ_SAN     := address,undefined
# every pointer that the sanitizer compares with NULL would be traced, too: half of the time of wordpiece; strings are traced as they are compared
FUZZ_TRACE   := -fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp
FUZZ_WRAP    := $(foreach f,open close read stat lstat fstat access mmap munmap,-Wl$(COMMA)--wrap=$(f))

$(B)/fuzz/%.o: %.c
	@mkdir -p $(@D)
	$(FUZZ_CC) $(FUZZ_FLAGS) $(FUZZ_TRACE) -fsanitize=$(FUZZ_SAN) -MMD -MP -c -o $@ $<
# kernels are linked, but no parser runs them
define fuzz_isa_rules
$(B)/fuzz/%_$(1).o: %_isa.c
	@mkdir -p $$(@D)
	$$(FUZZ_CC) $$(FUZZ_FLAGS) -DTF_ISA=$(1) $$(FLAGS_$(1)) -MMD -MP -c -o $$@ $$<
endef
$(foreach i,$(ISAS),$(eval $(call fuzz_isa_rules,$(i))))
$(B)/fuzz/libtf.a: $(FUZZ_OBJ)
	@rm -f $@; ar rcs $@ $^
# what checks is not to be covered: its loops would cost more than the parsers
$(B)/fuzz/main_%.o: tests/fuzz/%.c tests/fuzz/fuzz.h
	@mkdir -p $(@D)
	$(FUZZ_CC) $(FUZZ_FLAGS) -O2 -Itests/fuzz -fsanitize=$(FUZZ_SAN) -MMD -MP -c -o $@ $<
$(B)/fuzz/fuzz_%: $(B)/fuzz/main_fuzz_%.o $(B)/fuzz/main_files.o $(B)/fuzz/libtf.a
	$(FUZZ_CC) $(FUZZ_FLAGS) $(FUZZ_WRAP) -fsanitize=fuzzer,$(FUZZ_SAN) -o $@ $^ $(filter-out %-as-needed -ldnnl -lgomp,$(ALL_LDLIBS)) -lz

.PHONY: fuzz
fuzz: $(FUZZ_NAMES:%=fuzz-%)  ## fuzz every parser, FUZZ_SECONDS=20 each, or FUZZ_RUNS=10000000 inputs; runs add up in build/fuzz/counts.tsv
	@$(MAKE) --no-print-directory fuzz-sums

# Freed memory is used again early, and stacks are noted only of failures: half of the time. What is found is shown in full by build/fuzz/fuzz_<name> FILE.
.PHONY: $(FUZZ_NAMES:%=fuzz-%)
$(FUZZ_NAMES:%=fuzz-%): fuzz-%: $(B)/fuzz/fuzz_%
	@mkdir -p $(B)/fuzz/new-$*
	@ASAN_OPTIONS=quarantine_size_mb=4:malloc_context_size=1 $< $(if $(FUZZ_RUNS),-runs=$(FUZZ_RUNS),-max_total_time=$(FUZZ_SECONDS)) -timeout=60 \
	    -rss_limit_mb=3000 -max_len=$(FUZZ_LENGTH) -print_final_stats=1 -verbosity=0 $(patsubst %,-dict=%,$(wildcard tests/fuzz/$*.dict)) \
	    -artifact_prefix=$(B)/fuzz/$*- $(B)/fuzz/new-$* tests/fuzz/corpus/$* >$(B)/fuzz/$*.log 2>&1 || { cat $(B)/fuzz/$*.log; exit 1; }
	@sed -n 's/^stat::number_of_executed_units: */$*	/p' $(B)/fuzz/$*.log >>$(B)/fuzz/counts.tsv

.PHONY: fuzz-sums
fuzz-sums:  ## inputs of every parser, over all runs of `make fuzz`
	@awk '{ n[$$1] += $$2; all += $$2 } END { for (k in n) printf "%-12s %10d inputs, no crash\n", k, n[k]; printf "%-12s %10d inputs\n", "all", all }' $(B)/fuzz/counts.tsv

# A sample without clang, for `make check`: the corpus, and REPLAY_RUNS inputs that a fixed seed makes of it.
REPLAY_RUNS ?= 2000
REPLAYS     := $(FUZZ_NAMES:%=$(B)/replay/%)
$(B)/replay/%: tests/fuzz/fuzz_%.c tests/fuzz/replay.c tests/fuzz/files.c tests/fuzz/fuzz.h $(B)/32/libtf.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CPPFLAGS) -Itests/fuzz $(ALL_CFLAGS) $(ALL_LDFLAGS) $(FUZZ_WRAP) -o $@ $(filter %.c %.a,$^) $(ALL_LDLIBS) -lz

.PHONY: replay
replay: $(REPLAYS)  ## a fixed sample of `make fuzz`, without clang
	@for n in $(FUZZ_NAMES); do timeout 60 $(B)/replay/$$n $(REPLAY_RUNS) tests/fuzz/corpus/$$n/* || { echo "replay: $$n"; exit 1; }; done
	@echo "replay: $(words $(FUZZ_NAMES)) parsers, $(REPLAY_RUNS) inputs each"

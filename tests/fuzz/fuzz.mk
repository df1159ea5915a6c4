# `make fuzz`: every parser under libFuzzer with the address and undefined-behaviour sanitizers, FUZZ_SECONDS each. Needs clang and its
# runtime (libclang-rt-14-dev). The seeds are in tests/fuzz/corpus/<name>/; what the fuzzer finds goes to $(B)/fuzz/.
FUZZ_SECONDS ?= 20
FUZZ_CC      ?= clang
FUZZ_NAMES   := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_FLAGS   := $(CSTD) $(WARN) -Ilib -O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all -pthread
FUZZ_OBJ     := $(patsubst %.c,$(B)/fuzz/%.o,$(wildcard lib/base/*.c) $(wildcard lib/io/*.c) $(wildcard lib/data/*.c) $(wildcard lib/text/*.c) $(wildcard lib/task/*.c))

$(B)/fuzz/%.o: %.c
	@mkdir -p $(@D)
	$(FUZZ_CC) $(FUZZ_FLAGS) -fsanitize=fuzzer-no-link,address,undefined -MMD -MP -c -o $@ $<
$(B)/fuzz/fuzz_%: tests/fuzz/fuzz_%.c $(FUZZ_OBJ)
	$(FUZZ_CC) $(FUZZ_FLAGS) -fsanitize=fuzzer,address,undefined -o $@ $^ -lyaml -lcsv -ljansson -lnettle -lutf8proc -lpng -lm

.PHONY: fuzz
fuzz: $(FUZZ_NAMES:%=fuzz-%)  ## fuzz every parser, FUZZ_SECONDS=20 each

.PHONY: $(FUZZ_NAMES:%=fuzz-%)
$(FUZZ_NAMES:%=fuzz-%): fuzz-%: $(B)/fuzz/fuzz_%
	@mkdir -p $(B)/fuzz/new-$*
	@$< -max_total_time=$(FUZZ_SECONDS) -timeout=5 -rss_limit_mb=2048 -max_len=8192 -print_final_stats=1 -verbosity=0 \
	    -artifact_prefix=$(B)/fuzz/$*- $(B)/fuzz/new-$* tests/fuzz/corpus/$* >$(B)/fuzz/$*.log 2>&1 || { cat $(B)/fuzz/$*.log; exit 1; }
	@sed -n 's/^stat::number_of_executed_units: */fuzz $*: no crash, inputs: /p' $(B)/fuzz/$*.log

# treeformer: `make` builds build/treeformer, `make check` runs everything that guards it. See `make help`.
.DEFAULT_GOAL := all
B        ?= build
ifneq ($(filter default undefined,$(origin CC)),)
CC       := gcc
endif
CSTD     := -std=c17 -D_GNU_SOURCE
WARN     := -Wall -Wextra -Wpedantic -Wshadow -Wvla -Wstrict-prototypes -Wmissing-prototypes
OPT      ?= -O3 -g -fno-math-errno -fno-trapping-math -ffp-contract=off
BLAS_INC := $(firstword $(wildcard /usr/include/*-linux-gnu/openblas-pthread) $(wildcard /usr/include/*-linux-gnu))
# CPPFLAGS, CFLAGS, LDFLAGS and LDLIBS are the user's: what they say comes in addition, and after OPT.
ALL_CPPFLAGS = $(CPPFLAGS) -Ilib $(addprefix -isystem ,$(BLAS_INC))
ALL_CFLAGS   = $(CSTD) $(WARN) $(OPT) $(CFLAGS) $(SAN) -pthread
ALL_LDFLAGS  = $(LDFLAGS) $(SAN) -pthread
ALL_LDLIBS   = $(LDLIBS) $(LIBS)
LIBS     := -lopenblas -lyaml -lcsv -ljansson -lnettle -lutf8proc -lpng -lm

# bf16 goes through oneDNN, where header and library are found; `make ONEDNN=no` builds without.
ONEDNN   ?= $(eval ONEDNN := $(shell echo 'int main(void) { return !dnnl_version(); }' | \
    $(CC) -x c -include oneapi/dnnl/dnnl.h - -o /dev/null -ldnnl -lgomp 2>/dev/null && echo yes || echo no))$(ONEDNN)
ifeq ($(ONEDNN),yes)
LIBS     += -Wl,--as-needed -ldnnl -lgomp
endif

# Several ranks go through MPI, where its mpicc works; `make MPI=no` builds without, MPICC= names another one.
MPICC    ?= mpicc
ifneq ($(MPI),no)
MPI_WORDS := $(shell $(MPICC) -show 2>/dev/null)
MPI_INC  := $(patsubst -I%,-isystem %,$(filter -I%,$(MPI_WORDS)))
COMMA    := ,
MPI_LIBS := $(filter -L% -l% -Wl$(COMMA)%,$(MPI_WORDS))
override MPI := $(shell echo 'int main(void) { return MPI_Init(0, 0); }' | \
    $(CC) -x c -include mpi.h $(MPI_INC) - -o /dev/null $(MPI_LIBS) 2>/dev/null && echo $(firstword $(subst /, ,$(subst -l,,$(filter -l%,$(MPI_LIBS))))) || echo no)
endif
ifneq ($(MPI),no)
LIBS     += $(MPI_LIBS)
endif

LIB_SRC  := $(filter-out %_isa.c,$(wildcard lib/*/*.c))
CMD_SRC  := $(wildcard cmd/*.c)
TEST_SRC := $(wildcard tests/*/test_*.c)
BENCH_SRC := $(wildcard tests/bench/bench_*.c)

# lib/num/*_isa.c are built once per instruction set and chosen at run time: no -march=native anywhere.
ARCH := $(shell uname -m)
ifeq ($(ARCH),x86_64)
ISAS := portable avx2 avx512
else
ISAS := portable
endif
FLAGS_portable :=
FLAGS_avx2     := -mavx2 -mfma
FLAGS_avx512   := -mavx512f -mavx512bw -mavx512vl -mavx512dq -mfma -mprefer-vector-width=512

ISA_SRC := $(wildcard lib/num/*_isa.c)
OBJ32 := $(LIB_SRC:%.c=$(B)/32/%.o) $(foreach i,$(ISAS),$(ISA_SRC:%_isa.c=$(B)/32/%_$(i).o))
OBJ64 := $(LIB_SRC:%.c=$(B)/64/%.o) $(foreach i,$(ISAS),$(ISA_SRC:%_isa.c=$(B)/64/%_$(i).o))
FIXTURE := $(wildcard tests/*.c)
# In double precision, too: what computes, whose gradients are compared with differences.
TEST64_SRC := $(filter $(foreach d,num attn model train,tests/$(d)/%),$(TEST_SRC))
TESTS := $(patsubst %.c,$(B)/32/%,$(notdir $(TEST_SRC))) $(patsubst %.c,$(B)/64/%,$(notdir $(TEST64_SRC)))
BENCHES := $(BENCH_SRC:tests/bench/%.c=$(B)/32/%)

# `make -s` counts what it compiles: "[ 87/163] lib/num/tape.c, about 40 s left".
ifneq ($(findstring s,$(firstword -$(MAKEFLAGS))),)
TOTAL ?= $(eval TOTAL := $(shell $(MAKE) -n B=$(B) TOTAL=0 $(MAKECMDGOALS) 2>/dev/null | grep -c -- ' -c -o '))$(TOTAL)
SINCE  = $(eval SINCE := $(shell date +%s))$(SINCE)
SAY    = @$(eval DONE += x)tools/compiling.sh $(words $(DONE)) $(TOTAL) $(SINCE) $<;
endif

.PHONY: all
all: $(B)/treeformer  ## build the program

$(B)/treeformer: $(CMD_SRC:%.c=$(B)/32/%.o) $(B)/32/libtf.a
	$(CC) $(ALL_LDFLAGS) -o $@ $(filter %.o %.a,$^) $(ALL_LDLIBS)
$(B)/32/libtf.a: $(OBJ32)
	@rm -f $@; ar rcs $@ $^
$(B)/64/libtf.a: $(OBJ64)
	@rm -f $@; ar rcs $@ $^
# What the tests in double precision need: the folders below the specs.
$(B)/64/libmodels.a: $(filter-out $(foreach d,spec results report run,$(B)/64/lib/$(d)/%),$(OBJ64))
	@rm -f $@; ar rcs $@ $^
$(B)/32/%.o: %.c
	@mkdir -p $(@D)
	$(SAY)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<
$(B)/64/%.o: %.c
	@mkdir -p $(@D)
	$(SAY)$(CC) $(ALL_CPPFLAGS) -DTF_DOUBLE $(ALL_CFLAGS) -MMD -MP -c -o $@ $<
# What it is compiled with is a file, so that everything is compiled again when it changes; the same for what was found.
FLAGS := $(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(foreach i,$(ISAS),$(FLAGS_$(i)))
# `make -n`, and what compiles nothing, leave the files as they are.
IDLE := help clean list-tests format style layers analyze lint man
DRY  := $(findstring n,$(firstword -$(MAKEFLAGS)))$(if $(MAKECMDGOALS),$(if $(filter-out $(IDLE),$(MAKECMDGOALS)),,idle))
ifneq ($(strip $(file <$(B)/flags)),$(strip $(FLAGS)))
$(if $(DRY),$(eval .PHONY: $(B)/flags),$(shell mkdir -p $(B))$(file >$(B)/flags,$(FLAGS)))
endif
$(OBJ32) $(OBJ64) $(CMD_SRC:%.c=$(B)/32/%.o) $(FIXTURE:%.c=$(B)/32/%.o) $(FIXTURE:%.c=$(B)/64/%.o) $(TESTS) $(BENCHES): $(B)/flags
LINK := $(CC) $(ALL_LDFLAGS) $(ALL_LDLIBS)
ifneq ($(strip $(file <$(B)/link)),$(strip $(LINK)))
$(if $(DRY),$(eval .PHONY: $(B)/link),$(shell mkdir -p $(B))$(file >$(B)/link,$(LINK)))
endif
$(B)/treeformer $(TESTS) $(BENCHES): $(B)/link
ifeq ($(wildcard $(B)/onednn-$(ONEDNN)),)
$(if $(DRY),$(eval .PHONY: $(B)/onednn-$(ONEDNN)),$(shell mkdir -p $(B); rm -f $(B)/onednn-*; touch $(B)/onednn-$(ONEDNN)))
endif
$(B)/32/lib/num/bf16.o $(B)/64/lib/num/bf16.o: $(B)/onednn-$(ONEDNN)
ifeq ($(ONEDNN),yes)
$(B)/32/lib/num/bf16.o: ALL_CPPFLAGS += -DTF_ONEDNN
endif
ifeq ($(wildcard $(B)/mpi-$(MPI)),)
$(if $(DRY),$(eval .PHONY: $(B)/mpi-$(MPI)),$(shell mkdir -p $(B); rm -f $(B)/mpi-*; touch $(B)/mpi-$(MPI)))
endif
$(B)/32/lib/train/ranks_mpi.o $(B)/64/lib/train/ranks_mpi.o: $(B)/mpi-$(MPI)
ifneq ($(MPI),no)
$(B)/32/lib/train/ranks_mpi.o $(B)/64/lib/train/ranks_mpi.o: ALL_CPPFLAGS += -DTF_MPI $(MPI_INC)
endif
define isa_rules
$(B)/32/%_$(1).o: %_isa.c
	@mkdir -p $$(@D)
	$$(SAY)$$(CC) $$(ALL_CPPFLAGS) -DTF_ISA=$(1) $$(ALL_CFLAGS) $$(FLAGS_$(1)) -ffp-contract=fast -MMD -MP -c -o $$@ $$<
$(B)/64/%_$(1).o: %_isa.c
	@mkdir -p $$(@D)
	$$(SAY)$$(CC) $$(ALL_CPPFLAGS) -DTF_DOUBLE -DTF_ISA=$(1) $$(ALL_CFLAGS) $$(FLAGS_$(1)) -ffp-contract=fast -MMD -MP -c -o $$@ $$<
endef
$(foreach i,$(ISAS),$(eval $(call isa_rules,$(i))))
# A test is tests/FOLDER/test_x.c and becomes build/32/test_x (and build/64/test_x), with tests/*.c, the shared fixture.
$(TESTS): TEST_OPT := -O0
$(B)/32/tests/%.o $(B)/64/tests/%.o: ALL_CPPFLAGS += -Itests
$(B)/32/libfixture.a: $(FIXTURE:%.c=$(B)/32/%.o)
	@rm -f $@; ar rcs $@ $^
$(B)/64/libfixture.a: $(FIXTURE:%.c=$(B)/64/%.o)
	@rm -f $@; ar rcs $@ $^
define test_rules
$(B)/32/%: $(1)%.c $(B)/32/libfixture.a $(B)/32/libtf.a
	$$(CC) $$(ALL_CPPFLAGS) -Itests $$(ALL_CFLAGS) $$(TEST_OPT) -MMD -MP $$(ALL_LDFLAGS) -o $$@ $$(filter %.c %.a,$$^) -lcmocka $$(ALL_LDLIBS)
$(B)/64/%: $(1)%.c $(B)/64/libfixture.a $(B)/64/libmodels.a
	$$(CC) $$(ALL_CPPFLAGS) -Itests -DTF_DOUBLE $$(ALL_CFLAGS) $$(TEST_OPT) -MMD -MP $$(ALL_LDFLAGS) -o $$@ $$(filter %.c %.a,$$^) -lcmocka $$(ALL_LDLIBS)
endef
$(foreach d,$(sort $(dir $(TEST_SRC) $(BENCH_SRC))),$(eval $(call test_rules,$(d))))
.SECONDARY:

.PHONY: tests
tests: $(TESTS)

.PHONY: list-tests
list-tests:
	@printf '%s\n' $(TESTS)

.PHONY: clean
clean:  ## remove what was built in build/
	rm -rf $(B)

include tools/check.mk tests/fuzz/fuzz.mk
-include $(shell find $(B) -name "*.d" -type f 2>/dev/null)

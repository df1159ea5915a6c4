# Targets that guard and install; included by the Makefile.
PREFIX ?= /usr/local
JOBS   := $(shell nproc 2>/dev/null || echo 2)

.PHONY: check
check:  ## install what is missing, build, run everything that guards the program (about 5 minutes)
	@tools/deps.sh check
	+@MAKE="$(MAKE)" tools/check.sh $(B)

.PHONY: unit
unit: tests  ## run the unit tests only
	@tools/check.sh $(B) unit

.PHONY: try
try: $(if $(ATTN),all $(foreach p,32 64,$(B)/$(p)/test_contract $(B)/$(p)/test_limits))  ## one mechanism, ATTN=ID: its contracts, its limit cases, a minute of training
	@tools/try.sh $(B) "$(ATTN)" $(SET)

.PHONY: cli
cli: all  ## run the command-line tests only
	@tests/cli/run.sh $(B)/treeformer

.PHONY: check-page
check-page: all  ## open a report's page in a browser, where chromium is installed
	@tools/check_page.sh $(B)/treeformer

ACCEPT := $(patsubst %.c,$(B)/32/%,$(notdir $(shell grep -l messages_hold tests/*/test_*.c)))
.PHONY: accept
accept: $(ACCEPT)  ## write tests/data/messages/ as the program speaks now, for git diff to review
	@for t in $(ACCEPT); do TF_ACCEPT=1 $$t || exit 1; done; git diff --stat -- tests/data/messages

FAULTS ?= 300
FAULT_KINDS ?=
$(B)/shim.so: tests/faults/shim.c tests/faults/serve.c tests/faults/shim.h
	@mkdir -p $(@D)
	$(CC) $(CSTD) $(WARN) -O2 -g -shared -fPIC -o $@ $(filter %.c,$^) -ldl
.PHONY: faults
faults: all $(B)/shim.so  ## kill, fail and damage every command; FAULTS=300 points of each kind, or all; runs add up in build/faults.tsv
	@FAULTS_COUNTS=$(B)/faults.tsv tests/faults/faults.sh $(B)/treeformer $(B)/shim.so $(FAULTS) $(FAULT_KINDS)
	@tests/faults/faults.sh sums $(B)/faults.tsv

SOAK_SECONDS ?= 7200
.PHONY: soak
soak: all $(B)/shim.so  ## a training under signals, kills, jumping clocks, a full disk; SOAK_SECONDS=7200
	@tests/faults/soak.sh $(B)/treeformer $(B)/shim.so $(SOAK_SECONDS)

MUTANTS ?= 200
.PHONY: mutate
mutate: $(B)/64/libtf.a $(B)/64/libfixture.a  ## wrong kernels and statistics: do the tests see them? MUTANTS=200 more, or all (MUTATE_ASAN=build-asan: its tests, too); runs add up in build/mutants.tsv
	@MUTATE_COUNTS=$(B)/mutants.tsv nice -n 15 tests/faults/mutate.sh $(B) $(MUTANTS) $(ALL_LDLIBS)
	@tests/faults/mutate.sh sums $(B)/mutants.tsv

.PHONY: coverage
coverage:  ## lines and branches of lib that the unit tests and the command-line tests reach (gcov)
	@$(MAKE) --no-print-directory -s -j$(JOBS) B=build-cov OPT="-O0 -g0 -fno-math-errno -ffp-contract=off" SAN=--coverage all tests
	@tools/coverage.sh build-cov

.PHONY: sanitize
sanitize: asan tsan valgrind  ## address, undefined, thread sanitizers; valgrind over a part

# What shares memory between threads or processes; the thread sanitizer knows nothing of BLAS, which runs single-threaded here.
TSAN_TESTS := test_base test_system test_train test_resume test_run test_infer test_leaves test_listops test_pathfinder test_wordpiece
.PHONY: tsan
tsan:  ## threads, shards and jobs under the thread sanitizer
	@$(MAKE) --no-print-directory -s -j$(JOBS) B=build-tsan ONEDNN=no OPT="-O1 -g -fno-math-errno -ffp-contract=off" SAN="-fsanitize=thread" \
	    all $(TSAN_TESTS:%=build-tsan/32/%)
	@tools/sanitize.sh tsan build-tsan $(TSAN_TESTS)

# Not what computes: valgrind is 50 times slower and knows no AVX-512. Nor what looks at the exit codes of its children, which valgrind changes.
VALGRIND_TESTS := test_base test_system test_row test_yaml test_report test_paper_tables test_listops test_pathfinder test_squad test_wordpiece test_wordpiece_train \
    test_retrieval_synth test_task test_task_corpus test_task_glue test_task_image test_task_labelled test_task_lm test_task_recall test_task_retrieval test_task_sst test_task_text
.PHONY: valgrind
valgrind: all  ## parsers, files and a short run of the commands under memcheck
	@$(MAKE) --no-print-directory -s -j$(JOBS) $(VALGRIND_TESTS:%=$(B)/32/%)
	@tools/sanitize.sh valgrind $(B) $(VALGRIND_TESTS)

.PHONY: analyze
analyze:  ## gcc's analyzer, clang-tidy with .clang-tidy, and how often -Wconversion speaks
	@tools/analyze.sh

KILLS ?= 200
.PHONY: ranks
ranks: all  ## kill ranks of trainings, KILLS=200, and go on with others (half an hour)
	@tests/ranks.sh $(B)/treeformer $(KILLS)

.PHONY: check-cluster
check-cluster: all $(B)/32/bench_ranks  ## ranks on several hosts: network namespaces, shaped and cut links (as root)
	@tools/check_cluster.sh $(B)/treeformer

.PHONY: check-slurm
check-slurm: all  ## experiments/slurm_*.sh in a real Slurm: limits, requeueing, a node that dies (as root, six minutes)
	@tools/check_slurm.sh $(B)/treeformer

.PHONY: format
format:  ## format the C files in place
	tools/format.sh

.PHONY: lint
lint: style layers analyze  ## all that is said of the sources without running them

.PHONY: style
style:  ## sizes, widths, leftovers, formatting
	@tools/lint.sh && tools/format.sh --check

.PHONY: layers
layers:  ## which folder may use which
	@tools/layers.sh

.PHONY: asan
asan:  ## unit tests under the address and undefined-behaviour sanitizers
	@$(MAKE) --no-print-directory -j$(JOBS) B=build-asan OPT="-O1 -g -fno-math-errno -ffp-contract=off -fno-omit-frame-pointer" \
	    SAN="-fsanitize=address,undefined -fno-sanitize-recover=undefined" tests build-asan/64/libtf.a
	@UNIT_SECONDS=3600 tools/check.sh build-asan unit

.PHONY: bench
bench: $(BENCHES)  ## speed of the kernels, with the BLAS kernels that fit this CPU
	@for b in $(BENCHES); do echo "$$b"; env -u OPENBLAS_CORETYPE $$b || exit 1; done

.PHONY: bench-ranks
bench-ranks: all  ## speed and memory of several ranks on this machine, and of a build without MPI (five minutes)
	@$(MAKE) --no-print-directory -s -j$(JOBS) B=build-nompi MPI=no all
	@tests/bench/ranks.sh $(B)/treeformer build-nompi/treeformer

ZSHDIR ?= $(PREFIX)/share/zsh/site-functions
SHARE  := $(DESTDIR)$(PREFIX)/share
.PHONY: install
install: all $(if $(shell command -v scdoc),man)  ## install below PREFIX (/usr/local): program, specs, papers' figures, scripts that fetch data, manual page, completions
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(SHARE)/treeformer/experiments" "$(SHARE)/treeformer/datasets" "$(SHARE)/bash-completion/completions" \
	    "$(SHARE)/fish/vendor_completions.d" "$(DESTDIR)$(ZSHDIR)"
	install -m 755 $(B)/treeformer "$(DESTDIR)$(PREFIX)/bin/treeformer"
	rm -rf "$(SHARE)/treeformer/experiments/"*
	cp -R experiments/. "$(SHARE)/treeformer/experiments/"
	cp --parents datasets/README.md datasets/*.sh datasets/*/README.md datasets/*/fetch.sh "$(SHARE)/treeformer/"
	chmod -R u=rwX,go=rX "$(SHARE)/treeformer"
	umask 022; $(B)/treeformer help --completion bash >"$(SHARE)/bash-completion/completions/treeformer"
	umask 022; $(B)/treeformer help --completion fish >"$(SHARE)/fish/vendor_completions.d/treeformer.fish"
	umask 022; $(B)/treeformer help --completion zsh >"$(DESTDIR)$(ZSHDIR)/_treeformer"
	@if [ -e $(B)/treeformer.1 ]; then install -d "$(SHARE)/man/man1" && install -m 644 $(B)/treeformer.1 "$(SHARE)/man/man1/"; \
	    else echo "install: no scdoc, so no manual page" >&2; fi

.PHONY: deb
deb: all  ## pack a Debian package of all that (build/treeformer_*.deb)
	@MAKE="$(MAKE)" tools/deb.sh $(B)

.PHONY: man
man: $(B)/treeformer.1  ## build the manual page (needs scdoc)
$(B)/treeformer.1: docs/treeformer.1.scd
	@mkdir -p $(@D)
	scdoc <$< >$@.tmp && mv $@.tmp $@

.PHONY: help
help:  ## this list
	@sed -nE 's/^([a-z-]+):.*  ## (.*)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

# What `make install` and `make deb` put where, specs by name, completion. Sourced by run.sh.
inst=$work/inst/usr
build=$(realpath --relative-to="$root" "$(dirname "$program")")
# make would compile a build of other flags again, and the parts behind this one would run another program.
have "make install" test "$(make -n --no-print-directory -C "$root" B="$build" all 2>/dev/null | grep -c -- ' -c -o ')" -eq 0 || return 0
planned() { make -n --no-print-directory -C "$root" B="$build" all "$@" 2>/dev/null; }
for how in "make CFLAGS=" "CFLAGS= make"; do
    flags() { if [ "$how" = "make CFLAGS=" ]; then planned CFLAGS=-O2 CPPFLAGS=-DX LDLIBS=-lX; else CFLAGS=-O2 CPPFLAGS=-DX LDLIBS=-lX planned; fi; }
    expect "$how: in addition, after ours" grep -qE -- '-DX .*-Ilib .*-std=c17 .*-O3 .*-ffp-contract=off .*-O2 .*-pthread .*lib/num/tape\.c' <(flags)
    expect "$how: bf16 keeps its definition" test "$(flags | grep -cE -- '-DTF_ONEDNN .*lib/num/bf16\.c')" = "$(flags | grep -c -- '-ldnnl')"
    expect "$how: libraries" grep -qE -- '-o [^ ]*/treeformer .* -lX .*-lopenblas' <(flags)
done
expect "other LDFLAGS: linked again" grep -qE -- '-Wl,-z,now .*-o [^ ]*/treeformer ' <(planned LDFLAGS=-Wl,-z,now)
expect "other LDFLAGS: nothing is compiled again" test "$(planned LDFLAGS=-Wl,-z,now | grep -c -- ' -c -o ')" -eq 0
expect "install" make -s --no-print-directory -C "$root" B="$build" DESTDIR="$work/inst" PREFIX=/usr install
mkdir "$work/elsewhere"
installed() { (cd "$work/elsewhere" && "$inst/bin/treeformer" "$@"); } # far from the sources
expect "installed: a spec by name" diff <(installed show quick/listops.yaml) <("$program" show "$root/experiments/quick/listops.yaml")
expect "installed: by its path in the sources" diff <(installed show experiments/quick/listops.yaml) <(installed show quick/listops.yaml)
expect "installed: specs of inference times" grep -q '^transformer,' <(installed infer-time infer/table4.yaml --dry-run -q)
expect "installed: the papers' values" grep -q '^11,listops,linformer,.*,2\.98,' <(installed flops --no-run)
expect "installed: specs are listed" grep -qE '^quick/listops.yaml +ListOps, a quick tour$' <(installed list specs)
expect "installed: papers' tables and other files are no specs" test -z "$(installed list specs | awk 'NR > 1 && $1 !~ /\.yaml$/')"
expect "no such spec: where it was looked for" grep -qF \
    "quick/nope.yaml: no such file here, nor in experiments, $(realpath "$inst/share/treeformer/experiments")" <(installed show quick/nope.yaml 2>&1)
fetches() { (unset TREEFORMER_DATA; installed lra lra/image/scratch.yaml --dry-run "$@" 2>&1 | sed -nE 's/^treeformer: .*: run ([^ ]*) (.*)$/\1 to \2/p'); }
script=$(realpath "$inst")/share/treeformer/datasets/cifar10/fetch.sh
expect "installed: missing data, the script that is installed" test "$(fetches)" = "$script to datasets"
expect "installed: missing data, where --data says" test "$(fetches --data /nowhere)" = "$script to /nowhere"
expect "installed: that script runs" grep -q '^CIFAR-10' <("$script" --help)
mkdir -p "$work/sources/datasets"
cp -R "$root/datasets/cifar10" "$work/sources/datasets/"
expect "in the sources: the script there" grep -q ': run datasets/cifar10/fetch.sh$' <(
    unset TREEFORMER_DATA; cd "$work/sources" && "$inst/bin/treeformer" lra lra/image/scratch.yaml --dry-run 2>&1)
mkdir -p "$work/elsewhere/experiments/quick"
sed 's/^title: .*/title: my own/' "$root/experiments/quick/listops.yaml" >"$work/elsewhere/experiments/quick/listops.yaml"
expect "a spec of the working folder comes first" grep -q '^title: "my own"' <(installed show quick/listops.yaml)
expect "and is listed once" test "$(installed list specs | grep -E '^quick/listops.yaml ' | sed -E 's/ +/ /')" = "quick/listops.yaml my own"
sed 's/^title: .*/title: "red \\e[31m"/' "$root/experiments/quick/listops.yaml" >"$work/elsewhere/experiments/red.yaml"
expect "a title cannot command the terminal" test -z "$(installed list specs | tr -d '\n\40-\176\200-\377')" -a -n "$(installed list specs | grep -E '^red.yaml .*red +.31m')"
cp "$work/elsewhere/experiments/quick/listops.yaml" "$work/elsewhere/here.yaml"
expect "a file here is itself" grep -q '^title: "my own"' <(installed show here.yaml)

# Completion: what bash would offer for a command line that ends in the last word.
completed() {
    PATH=$inst/bin:$PATH bash -c '. "$1"; shift; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); cd "$0" && _treeformer && printf "%s\n" "${COMPREPLY[@]}"' \
        "$work/elsewhere" "$inst/share/bash-completion/completions/treeformer" "$@"
}
offers() { # words, "," what must be offered
    local words=()
    while [ "$1" != , ]; do words+=("$1"); shift; done
    shift
    expect "completion of '${words[*]}'" grep -qxF -- "$1" <(completed "${words[@]}")
}
offers treeformer le , leaf-hist
offers treeformer lra --dr , --dry-run
offers treeformer lra quick/ , quick/heights.yaml
offers treeformer lra --set train.ste , train.steps=
offers treeformer lra --set attention.hei , attention.height=
offers treeformer show tf , tf-a
offers treeformer show in , init
offers treeformer show sta , stages
offers treeformer lra --set data.p , data.pad=
offers treeformer lra --set task.n , task.name=
offers treeformer lra --set se , seeds=
offers treeformer show --set hei , height=
offers treeformer evaluate --against lin , linformer
offers treeformer help pre , pretrain
offers treeformer data ret , retrieval
offers treeformer list ta , tasks
offers treeformer lra her , here.yaml
offers treeformer lra --out expe , experiments
expect "completion of a program in the home folder" grep -xF quick/heights.yaml <(HOME=$inst completed '~/bin/treeformer' lra quick/)
expect "completion: nothing else is offered" test "$(completed treeformer lra --dr)" = --dry-run
expect "completion: every option of every command" bash -c 'for c in $2; do
    for o in $("$0" help "$c" | grep -oE "^ +(-., )?--[a-z-]+" | grep -oE -- "--[a-z-]+"); do
        grep -qE "^    $c:-\*\).* $o[ '"'"']" "$1" || { echo "$c $o"; exit 1; }; done; done' \
    "$program" "$inst/share/bash-completion/completions/treeformer" "$(commands)"
t "completion: another shell" 2 '' '~--completion csh: bash, zsh or fish' help --completion csh
if have "completion of zsh" command -v zsh; then
    expect "completion of zsh parses" zsh -n "$inst/share/zsh/site-functions/_treeformer"
fi
if have "completion of fish" command -v fish; then
    fish_offers() { PATH=$inst/bin:$PATH HOME=$work/elsewhere fish -c "cd $work/elsewhere; source $inst/share/fish/vendor_completions.d/treeformer.fish; complete -C '$1'"; }
    expect "completion of fish: commands" grep -q '^leaf-hist' <(fish_offers 'treeformer le')
    expect "completion of fish: options" grep -q '^--dry-run' <(fish_offers 'treeformer lra --dr')
    expect "completion of fish: specs" grep -x 'quick/heights.yaml' <(fish_offers 'treeformer lra quick/he')
    # shellcheck disable=SC2016
    expect "completion of fish: a program by its path" grep -x 'quick/heights.yaml' <(HOME=$work/elsewhere fish -c "cd $work/elsewhere
        source $inst/share/fish/vendor_completions.d/treeformer.fish; complete -C '$inst/bin/treeformer lra quick/he'")
    expect "completion of fish: a program in the home folder" grep -x 'quick/heights.yaml' <(HOME=$inst fish -c "cd $work/elsewhere
        source $inst/share/fish/vendor_completions.d/treeformer.fish; complete -C '~/bin/treeformer lra quick/he'")
    expect "completion of fish: paths of --set" grep -q '^train.steps=' <(fish_offers 'treeformer lra --set train.st')
fi
if have "the manual page" command -v scdoc && have "the Debian package" command -v dpkg-shlibdeps; then
    expect "deb" env DEBFULLNAME=me DEBEMAIL=me@example.org make -s --no-print-directory -C "$root" B="$build" deb
    deb=$(ls "$(dirname "$program")"/treeformer_*.deb)
    expect "deb: depends on the libraries" grep -q 'libopenblas0-pthread.*libyaml' <(dpkg-deb -f "$deb" Depends)
    expect "deb: manual page, completion, specs" test "$(dpkg-deb -c "$deb" | grep -cE \
        'man1/treeformer.1.gz|completions/treeformer|vendor-completions/_treeformer|share/treeformer/experiments/quick/listops.yaml|doc/treeformer/copyright')" -eq 5
    if have "what lintian says" command -v lintian; then expect "deb: lintian finds no error" lintian --allow-root --fail-on error "$deb"; fi
fi

# make try, where the tests are built.
built=$(dirname "$program")
if have "make try" test -x "$built/64/test_contract" -a -x "$built/64/test_limits" -a -x "$built/32/test_contract" -a -x "$built/32/test_limits"; then
    try() { (cd "$work/elsewhere" && TRY_OUT=$work/try "$root/tools/try.sh" "$built" "$@"); }
    expect "try: a mechanism" test "$(try linear -q --set train.steps=2 --set train.eval_every=2 --set task.train=50 --set task.valid=9 --set task.test=9 2>/dev/null |
        grep -cE '^ok +.*/(32|64)/test_(contract|limits) linear$|^\| (Transformer|Linear transformer) ')" -eq 6
    expect "try: an unknown one" grep -q "did you mean 'linear'" <(try linaer 2>&1)
    expect "a test's argument is a mechanism" bash -c '! "$0" linaer' "$built/64/test_limits"
fi

# The cluster's scripts, with stand-ins for Slurm and the launcher: further options, and who gets the job back.
stand=$work/stand-in
mkdir "$stand"
printf '#!/bin/bash\necho "$*" >>"$0.log"\nwait_for() { for ((i = 0; i < 99; i++)); do sleep 0.1 & wait $!; done; }\ntrap "exit 130" USR1\n[ -z "${HOLD:-}" ] || wait_for\nexit ${ENDS:-0}\n' |
    tee "$stand/mpirun" >"$stand/srun"
printf '#!/bin/bash\necho "$*" >>"$0.log"\n' >"$stand/scontrol"
printf '#!/bin/bash\necho "${STATE:-RUNNING}"\n' >"$stand/squeue"
chmod +x "$stand"/*
slurm() {
    (cd "$root" && exec env PATH="$stand:$PATH" TREEFORMER="$program" SLURM_JOB_ID=7 SLURM_CPUS_PER_TASK=2 bash "experiments/slurm_$1.sh" "${@:2}" >"$work/out" 2>"$work/err")
}
expect "slurm array: further options" slurm array quick/listops.yaml here --set 'train.lr=0.1' --seed 1,2
expect "slurm array: all of them" grep -qx -- "--ntasks=1 $program lra quick/listops.yaml --out here --threads 2 --no-plot --quiet --set train.lr=0.1 --seed 1,2" "$stand/srun.log"
expect "slurm array: without a program" test "$(program=$work/none slurm array a.yaml here; echo $?)" -eq 2
expect "slurm array: interrupted, queued again" test "$(ENDS=130 slurm array a.yaml here; echo $?), $(cat "$stand/scontrol.log")" = '130, requeue 7'
rm "$stand/scontrol.log"
expect "slurm ranks: further options" slurm ranks lra a.yaml here --seed 3
expect "slurm ranks: all of them" grep -qx -- "--bind-to none $program lra a.yaml --out here --threads 2 --no-plot --quiet --seed 3" "$stand/mpirun.log"
expect "slurm ranks: no program on the machines" test "$(ENDS=127 slurm ranks lra a.yaml here; echo $?)" -eq 127 -a ! -e "$stand/scontrol.log"
stopped() { # state of the job, when TERM came: the exit code and what was asked of Slurm
    rm -f "$stand/scontrol.log"
    STATE=$1 HOLD=yes slurm ranks lra a.yaml here &
    local pid=$!
    sleep 1
    pkill -TERM -P $pid
    wait $pid
    echo "$?: $(cat "$stand/scontrol.log" 2>/dev/null)"
}
expect "slurm ranks: stopped while it runs, queued again" test "$(stopped RUNNING)" = '130: requeue 7'
expect "slurm ranks: cancelled, it is not" test "$(stopped COMPLETING)" = '130: '

# The launcher of the MPI that $program is built with: Debian has Open MPI and MPICH beside each other, and `mpirun` is one of them. Sourced by what
# starts ranks. Sets mpirun, a command with its options; empty: there is none, or the program is built without MPI.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
case "$("$program" version | sed -n 's/^MPI *//p')" in
Open*) mpirun=("$(command -v mpirun.openmpi || command -v mpirun)" --oversubscribe --bind-to none) ;;
MPICH*) mpirun=("$(command -v mpirun.mpich || command -v mpirun)") ;;
not*) mpirun=() ;;
*) mpirun=("$(command -v mpirun)") ;;
esac
[ -n "${mpirun[0]:-}" ] || mpirun=()

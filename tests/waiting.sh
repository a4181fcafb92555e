# Waits for the tests' scripts, by what a process has done and not by the clock, which says
# little on a busy machine; read by them, not run.
# shellcheck shell=sh

# The processor time that process $1 has had, in hundredths of a second; false if it is gone.
processor_time() {
    awk '{ sub(/.*\) /, ""); print $12 + $13 }' "/proc/$1/stat" 2>/dev/null
}

# Waits until process $1 has had $2 hundredths of a second, or is gone; ten minutes at most.
until_worked() {
    tries=0
    while [ $tries -lt 6000 ] && used=$(processor_time "$1") && [ "${used:-9999}" -lt "$2" ]; do
        tries=$((tries + 1))
        sleep 0.1
    done
}

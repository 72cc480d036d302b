//! The bytes of heap that are in use: what a collector would call the live heap.

/// As the system's allocator counts them for itself, so that nothing is slower for being counted.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn bytes() -> usize {
    // SAFETY: it only reads.
    let all = unsafe { libc::mallinfo2() };
    all.uordblks + all.hblkhd
}

/// Where the allocator does not say: the most that was resident, which is more.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn bytes() -> usize {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: getrusage fills the structure it is given, and zeroes are a valid one.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_SELF, usage.as_mut_ptr());
        usage.assume_init()
    };
    usage.ru_maxrss as usize * 1024
}

//! kube-rs's reflector, measured the way dev.konverge.benchmarks.informer measures the informers in Java.
//!
//!     kube-rs-informer WHO URL AUTHORITY CONTROL PODS FIELDS WINDOW-MILLIS TRICKLE
//!
//! prints one JSON object. FIELDS is as_is, dropped or kept. A reflector has no index, so there is no figure for it.

mod live;

use futures::{StreamExt, TryStreamExt};
use k8s_openapi::api::core::v1::Pod;
use kube::runtime::{WatchStreamExt, reflector, watcher};
use kube::{Api, Client, Config, ResourceExt};
use serde_json::{Map, Value};
use std::error::Error;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::sleep;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

const TRICKLE_MILLIS: u64 = 5;
const QUIET: Duration = Duration::from_millis(300);

#[tokio::main]
async fn main() {
    if let Err(failure) = run().await {
        eprintln!("{failure}");
        std::process::exit(1);
    }
}

async fn run() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [_, url, authority, control, pods, fields, window, trickle] = arguments.as_slice() else {
        return Err("usage: kube-rs-informer WHO URL AUTHORITY CONTROL PODS FIELDS WINDOW-MILLIS TRICKLE".into());
    };
    let (pods, window, trickle): (usize, u64, usize) = (pods.parse()?, window.parse()?, trickle.parse()?);
    let gauge = Arc::new(Gauge::default());
    let mut figures = Map::new();

    let empty = live::bytes();
    let store = watch(url, authority, fields == "dropped", gauge.clone()).await?;
    store.wait_until_ready().await?;
    figures.insert("cpu".into(), processor_time().as_secs_f64().into());
    figures.insert("synced".into(), ((now_micros() - started()?) as f64 / 1e6).into());
    figures.insert("threads".into(), threads().into());
    if store.len() != pods {
        return Err(format!("synced with {} of {pods} pods", store.len()).into());
    }
    let held = |now: usize| (now.saturating_sub(empty)) as f64 / pods as f64;
    figures.insert("heap".into(), held(live::bytes()).into());
    if window > 0 {
        let mut connection = BufReader::new(TcpStream::connect(format!("127.0.0.1:{control}")).await?);
        measure_flood(&mut connection, &gauge, window, &mut figures).await?;
        measure_trickle(&mut connection, &gauge, trickle, &mut figures).await?;
        figures.insert("heap-later".into(), held(live::bytes()).into());
    }
    println!("{}", Value::Object(figures));
    Ok(())
}

/// Starts the reflector in a task of its own; the store it fills is what a controller would read.
async fn watch(url: &str, authority: &str, drop: bool, gauge: Arc<Gauge>) -> Outcome<reflector::Store<Pod>> {
    let mut config = Config::new(url.parse()?);
    config.root_cert_file = Some(authority.into());
    let pods: Api<Pod> = Api::all(Client::try_from(config)?);
    let (store, writer) = reflector::store();
    // Its documentation says that this is more efficient than pages, where the server can do it; so it was here.
    let changes = watcher(pods, watcher::Config::default().streaming_lists())
        .default_backoff()
        .modify(move |pod| {
            if drop {
                pod.managed_fields_mut().clear();
            }
        })
        .reflect(writer);
    tokio::spawn(async move {
        let mut changes = changes.boxed();
        loop {
            match changes.try_next().await {
                Ok(Some(watcher::Event::Apply(pod))) => gauge.updated(pod.resource_version()),
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(failure) => eprintln!("watch: {failure}"),
            }
        }
    });
    Ok(store)
}

/// What a handler hears: how many changes, and, while it is asked to, how late.
#[derive(Default)]
struct Gauge {
    count: AtomicU64,
    timed: AtomicBool,
    delays: Mutex<Vec<i64>>,
}

impl Gauge {
    /// Takes the version of a changed pod, which is the time at which it was sent.
    fn updated(&self, version: Option<String>) {
        if self.timed.load(Relaxed)
            && let Some(sent) = version.and_then(|text| text.parse::<i64>().ok())
            && let Ok(mut delays) = self.delays.lock()
        {
            delays.push(now_micros() - sent);
        }
        self.count.fetch_add(1, Relaxed);
    }

    async fn await_quiet(&self) {
        loop {
            let before = self.count.load(Relaxed);
            sleep(QUIET).await;
            if self.count.load(Relaxed) == before {
                return;
            }
        }
    }
}

/// Tells the server how each window of time went, until it says that the rate is steady.
async fn measure_flood(
    connection: &mut BufReader<TcpStream>,
    gauge: &Gauge,
    millis: u64,
    figures: &mut Map<String, Value>,
) -> Outcome<()> {
    tell(connection, "flood").await?;
    answer(connection).await?;
    while gauge.count.load(Relaxed) == 0 {
        sleep(Duration::from_millis(1)).await;
    }
    let steady = loop {
        let (count, processor, start) = (gauge.count.load(Relaxed), processor_time(), Instant::now());
        sleep(Duration::from_millis(millis)).await;
        let (changes, nanos) = (gauge.count.load(Relaxed) - count, start.elapsed().as_nanos());
        let spent = (processor_time() - processor).as_nanos();
        tell(connection, &format!("window {changes} {nanos} {spent}")).await?;
        let answer = answer(connection).await?;
        if answer != "more" {
            break answer;
        }
    };
    let (rate, cost) = steady.split_once(' ').ok_or("the flood ended without figures")?;
    figures.insert("events".into(), rate.parse::<f64>()?.into());
    figures.insert("event-cost".into(), (cost.parse::<f64>()? / 1e3).into());
    gauge.await_quiet().await;
    Ok(())
}

async fn measure_trickle(
    connection: &mut BufReader<TcpStream>,
    gauge: &Gauge,
    count: usize,
    figures: &mut Map<String, Value>,
) -> Outcome<()> {
    gauge.timed.store(true, Relaxed);
    tell(connection, &format!("trickle {count} {TRICKLE_MILLIS}")).await?;
    answer(connection).await?;
    gauge.await_quiet().await;
    let mut delays = gauge.delays.lock().map_err(|_| "the handler failed")?.clone();
    delays.sort_unstable();
    if delays.is_empty() {
        return Err("no single change has arrived".into());
    }
    figures.insert("latency".into(), delays[delays.len() / 2].into());
    figures.insert("latency-99".into(), delays[delays.len() * 99 / 100].into());
    Ok(())
}

async fn tell(connection: &mut BufReader<TcpStream>, order: &str) -> Outcome<()> {
    Ok(connection.write_all(format!("{order}\n").as_bytes()).await?)
}

async fn answer(connection: &mut BufReader<TcpStream>) -> Outcome<String> {
    let mut line = String::new();
    if connection.read_line(&mut line).await? == 0 {
        return Err("the server of the benchmark has ended".into());
    }
    Ok(line.trim().to_string())
}

fn now_micros() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_micros() as i64)
}

/// The time at which this process was started, as whoever did it says.
fn started() -> Outcome<i64> {
    Ok(std::env::var("BENCH_STARTED").map_err(|_| "BENCH_STARTED is not set")?.parse()?)
}

/// That of the whole process.
fn processor_time() -> Duration {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: getrusage fills the structure it is given, and zeroes are a valid one.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_SELF, usage.as_mut_ptr());
        usage.assume_init()
    };
    let time = |of: libc::timeval| Duration::new(of.tv_sec as u64, of.tv_usec as u32 * 1000);
    time(usage.ru_utime) + time(usage.ru_stime)
}

fn threads() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let count = status.lines().find_map(|line| line.strip_prefix("Threads:")?.trim().parse().ok());
    count.unwrap_or(0)
}

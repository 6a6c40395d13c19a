/** Starts a private OpenSearch node for a test run or benchmark. Its folder is removed afterwards. */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { aptInstall, isDebian, isRoot } from './ensure-chromium.mjs';
import { freePort } from './postgres.mjs';
import { isProgram, main, root, run, printLine } from './run.mjs';

const POM = join(root, 'scripts', 'opensearch', 'pom.xml');
const STARTER = join(root, 'scripts', 'opensearch', 'Start.java');
const CACHE = join(root, '.cache', 'opensearch');

/** Returns the missing tools: Java 17 or later with its compiler, and Maven, which downloads the jars. */
function missingTools() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const missing = ['java', 'javac', 'mvn'].filter((program) => !folders.some((folder) => existsSync(join(folder, program))));
  return missing.length > 0 ? missing : undefined;
}

/** Returns the folder with the jars and the starter. Its name depends on their version. */
const home = () => join(CACHE, createHash('sha256').update(readFileSync(POM)).update(readFileSync(STARTER)).digest('hex').slice(0, 12));

/**
 * Returns the folder with the files of a node, which are downloaded on first use; undefined without Java. On CI, Java and Maven are installed if
 * possible.
 */
export async function ensureOpenSearch() {
  const folder = home();
  if (existsSync(folder) && !missingTools()?.includes('java')) return folder;
  if (missingTools()) {
    if (!process.env.CI) return undefined;
    if (isDebian() && isRoot()) {
      printLine('Installing Java and Maven for the tests of the search cluster …');
      await aptInstall('default-jdk-headless', 'maven');
    }
    const missing = missingTools();
    if (missing)
      throw new Error(`In CI the tests of the search cluster need ${missing.join(', ')}. Install a JDK (17 or later) and Maven.`);
  }
  printLine('Fetching OpenSearch for the tests of the search cluster …');
  mkdirSync(CACHE, { recursive: true });
  const part = mkdtempSync(join(CACHE, 'part-'));
  try {
    const lib = join(part, 'lib');
    const markers = join(part, 'markers');
    for (const goal of [
      ['copy-dependencies', '-DexcludeTypes=zip'],
      ['unpack-dependencies', '-DincludeTypes=zip'],
    ]) {
      const fetched = [
        '-q',
        '-B',
        '-f',
        POM,
        `dependency:${goal[0]}`,
        goal[1],
        `-DoutputDirectory=${lib}`,
        `-DmarkersDirectory=${markers}`,
      ];
      if ((await run('mvn', fetched, { quiet: true })) !== 0) throw new Error('Maven could not fetch OpenSearch.');
    }
    execFileSync('javac', ['-cp', join(lib, '*'), '-d', part, STARTER], { stdio: ['ignore', 'ignore', 'inherit'] });
    if (!existsSync(folder)) renameSync(part, folder);
  } catch (error) {
    if (process.env.CI) throw error;
    printLine(`${error.message} The search cluster is not tested.`);
    return undefined;
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
  return folder;
}

/**
 * Starts a node and returns its address, its process and a function that stops it. `heap` is in megabytes. `data` is a folder that is kept, `port` a
 * fixed port. `quick` reduces JIT compilation, for runs with few queries.
 */
export async function startOpenSearch(folder, { heap = 384, data, port, quick = false } = {}) {
  const own = data === undefined;
  const at = data ?? mkdtempSync(join(tmpdir(), 'fundus-opensearch-'));
  mkdirSync(join(at, 'config'), { recursive: true });
  writeFileSync(join(at, 'log4j2.properties'), LOGGING);
  const [http, transport] = [port ?? (await freePort()), await freePort()];
  const memory = [
    `-Xms${heap}m`,
    `-Xmx${heap}m`,
    '-XX:+UseSerialGC',
    ...(quick ? ['-XX:TieredStopAtLevel=1'] : []),
    `-Dlog4j2.configurationFile=${join(at, 'log4j2.properties')}`,
  ];
  const args = [...memory, '-cp', [join(folder, 'lib', '*'), folder].join(delimiter), 'Start', at, String(http), String(transport)];
  // The node exits when its input closes, so that it stops even if this process crashes.
  const node = spawn('java', args, { stdio: ['pipe', 'pipe', 'pipe'], cwd: at });
  node.stdin.on('error', () => {});
  const stop = async () => {
    if (node.exitCode === null && node.signalCode === null) {
      const ended = new Promise((done) => node.once('exit', done));
      node.stdin.end();
      const patience = setTimeout(() => node.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(patience);
    }
    if (own) rmSync(at, { recursive: true, force: true });
  };
  try {
    await ready(node);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `http://127.0.0.1:${http}`, port: http, process: node, stop };
}

const LOGGING = `status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %p %c{1.} %m%n
rootLogger.level = warn
rootLogger.appenderRef.console.ref = console
`;

function ready(node) {
  return new Promise((done, fail) => {
    let log = '';
    const patience = setTimeout(() => fail(new Error(`OpenSearch did not respond within two minutes:\n${log}`)), 120_000);
    for (const stream of [node.stdout, node.stderr])
      stream.on('data', (chunk) => {
        if (log.length < 20_000) log += chunk;
        if (!/^UP$/m.test(log)) return;
        clearTimeout(patience);
        done();
      });
    node.once('error', fail);
    node.once('exit', (code) => {
      clearTimeout(patience);
      fail(new Error(`OpenSearch exited with code ${code}:\n${log}`));
    });
  });
}

if (isProgram(import.meta)) {
  await main(async () => {
    const folder = await ensureOpenSearch();
    if (!folder) throw new Error('Java is missing: install a JDK (17 or later) and Maven.');
    const [data, port] = process.argv.slice(2);
    const { url, process: node } = await startOpenSearch(folder, {
      heap: 1024,
      ...(data && { data }),
      ...(port && { port: Number(port) }),
    });
    printLine(`OpenSearch runs at ${url} until you press Ctrl+C.`);
    return new Promise((done) => {
      node.once('exit', done);
      for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => node.stdin.end());
    });
  });
}

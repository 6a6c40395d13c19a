import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Page = {
  send(method: string, params?: Record<string, unknown>): Promise<Record<string, unknown>>;
  evaluate(expression: string): Promise<unknown>;
};

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-quic',
  '--no-first-run',
  '--hide-scrollbars',
  '--force-color-profile=srgb',
  '--autoplay-policy=no-user-gesture-required',
];

/** Opens a page in Chromium for the duration of `use`. Uses the DevTools protocol directly, so that no package is required. */
export async function withPage<T>(use: (page: Page) => Promise<T>): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'fundus-chromium-'));
  const browser = spawn('chromium', [...FLAGS, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: 'ignore',
  });
  try {
    const port = await debuggingPort(profile);
    const pages = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { type: string; webSocketDebuggerUrl: string }[];
    const target = pages.find((entry) => entry.type === 'page');
    if (!target) throw new Error('Chromium opened no page');
    const page = await connect(target.webSocketDebuggerUrl);
    return await use(page);
  } finally {
    const gone = new Promise((resolve) => browser.once('exit', resolve));
    browser.kill();
    await gone;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function debuggingPort(profile: string): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    try {
      const port = Number(readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0]);
      if (port) return port;
    } catch {
      // Chromium has not written the file with its port yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('Chromium did not start');
}

async function connect(url: string): Promise<Page> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('No connection to Chromium')), { once: true });
  });
  const waiting = new Map<number, { resolve: (value: Record<string, unknown>) => void; reject: (reason: Error) => void }>();
  let last = 0;
  socket.addEventListener('message', (event) => {
    const message = JSON.parse(String(event.data)) as { id?: number; result?: Record<string, unknown>; error?: { message: string } };
    const call = waiting.get(message.id ?? 0);
    if (!call) return;
    waiting.delete(message.id ?? 0);
    if (message.error) call.reject(new Error(message.error.message));
    else call.resolve(message.result ?? {});
  });
  const send: Page['send'] = (method, params = {}) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  const evaluate: Page['evaluate'] = async (expression) => {
    const reply = (await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })) as {
      result?: { value?: unknown };
      exceptionDetails?: { text: string; exception?: { description?: string } };
    };
    if (reply.exceptionDetails) throw new Error(reply.exceptionDetails.exception?.description ?? reply.exceptionDetails.text);
    return reply.result?.value;
  };
  await send('Page.enable');
  return { send, evaluate };
}

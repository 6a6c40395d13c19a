/** Another portal people come from: a real OpenID provider in a process of its own, with a page on which a person chooses who they are. */
import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

const root = resolve(import.meta.dirname, '../..');

export type OtherPortal = { issuer: string; settings: unknown; stop(): Promise<void> };

/** `people`: what it says of each, by the claims of VIDIS. `portal` is the address of ours. */
export async function startOtherPortal(
  portal: string,
  people: readonly ({ sub: string } & Record<string, unknown>)[],
): Promise<OtherPortal> {
  const auth = `${portal}/api/v1/auth/oidc`;
  const args = ['server/src/testing/oidc-program.ts', `${auth}/callback`, `${auth}/backchannel-logout`, JSON.stringify(people)];
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, args, { cwd: root, env: { PATH, HOME }, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line));
  const ended = new Promise<null>((done) => child.once('exit', () => done(null)));
  const ready = new Promise<string>((done) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('provider ')) done(line.slice('provider '.length));
    });
  });
  const line = await Promise.race([ready, ended]);
  if (line === null) throw new Error(`The other portal did not start:\n${said.join('\n')}`);
  const settings = JSON.parse(line) as { issuer: string };
  return {
    issuer: settings.issuer,
    settings,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

/** A port nobody listens on; who needs to name their address before they have it starts there. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

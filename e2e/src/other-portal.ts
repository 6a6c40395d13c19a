/** Starts external systems in separate processes: an OpenID provider with a page for selecting a user, and a learning platform. */
import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

const root = resolve(import.meta.dirname, '../..');

export type OtherPortal = { issuer: string; settings: unknown; stop(): Promise<void> };

/** Starts the OpenID provider for the portal at `portal`. `people` contains its users with their VIDIS claims. */
export async function startOtherPortal(
  portal: string,
  people: readonly ({ sub: string } & Record<string, unknown>)[],
): Promise<OtherPortal> {
  const auth = `${portal}/api/v1/auth/oidc`;
  const args = ['server/src/testing/systems/oidc-program.ts', `${auth}/callback`, `${auth}/backchannel-logout`, JSON.stringify(people)];
  const { said, stop } = await startProgram(args, 'provider');
  const settings = said as { issuer: string };
  return { issuer: settings.issuer, settings, stop };
}

export type LearningPlatform = Record<
  'name' | 'issuer' | 'client_id' | 'deployment' | 'auth_url' | 'token_url' | 'jwks_url' | 'host',
  string
> & {
  stop(): Promise<void>;
};

/** Starts a learning platform on another host. It has a course page that embeds the portal in a frame. */
export async function startLearningPlatform(portal: string): Promise<LearningPlatform> {
  const { said, stop } = await startProgram(['server/src/testing/systems/lti-program.ts', portal], 'platform');
  return { ...(said as Omit<LearningPlatform, 'stop'>), stop };
}

/** Starts a program and waits until it prints a line with `word` and JSON. Returns the JSON and a function that stops it. */
async function startProgram(args: readonly string[], word: string): Promise<{ said: unknown; stop: () => Promise<void> }> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, args, { cwd: root, env: { PATH, HOME }, stdio: ['ignore', 'pipe', 'pipe'] });
  const complaints: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => complaints.push(line));
  const ended = new Promise<null>((done) => child.once('exit', () => done(null)));
  const ready = new Promise<string>((done) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith(`${word} `)) done(line.slice(word.length + 1));
    });
  });
  const line = await Promise.race([ready, ended]);
  if (line === null) throw new Error(`${args[0]} did not start:\n${complaints.join('\n')}`);
  return {
    said: JSON.parse(line),
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

/** Returns a free port, for servers whose address must be known before they start. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** Returns the VIDIS claim for a role at a school. */
const at = (number: string, rolle: string) => ({ organisation: { kennung: `DE-XX-${number}` }, rolle });

/** Users of the OpenID provider with their VIDIS claims. */
export const VIDIS_USERS = [
  { sub: 'a1f0-neu', rolle: 'LEHR', schulkennung: 'DE-XX-904127' },
  { sub: 'b2e1-zwei-schulen', rolle: 'LEHR', schulkennung: ['DE-XX-904127', 'DE-XX-904285'] },
  { sub: 'c3d2-mit-konto', rolle: 'LEHR', schulkennung: 'DE-XX-904127' },
  { sub: 'd4c3-fern', rolle: 'LEHR', schulkennung: 'DE-XX-000001' },
  { sub: 'e5b4-stumm' },
  // `vidisInfo` is the VIDIS claim that lists a user's roles by school.
  { sub: 'f6a5-vieles', rolle: ['LEHR', 'LERN'], vidisInfo: { personenkontexte: [at('904127', 'LEHR'), at('904285', 'LERN')] } },
  { sub: 'f7b6-kind', rolle: 'LERN', schulkennung: 'DE-XX-904127', bundesland: 'DE-XX', akronym: 'KiMu' },
];

/** Returns the settings with which the portal treats the provider as VIDIS. */
export const asVidis = (settings: OtherPortal['settings']): object => ({
  ...(settings as object),
  claims: { info: 'vidisInfo', vorname: '', name: '' },
});

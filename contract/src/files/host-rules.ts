/** Rules for external hosts, without a schema library, for the server and lightweight pages. */

export const MAX_HOSTS = 50;

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST = new RegExp(`^(?:${LABEL}\\.){1,8}${LABEL}(?::\\d{1,5})?$`);

/** Returns whether a text is a host name with a dot and an optional port, without a path. */
export const isHost = (host: string): boolean => host.length <= 253 && HOST.test(host.toLowerCase());

/** Host names of the same service; the first is the one that is stored. */
const SERVICES: readonly (readonly string[])[] = [
  ['www.youtube.com', 'youtube.com', 'm.youtube.com', 'youtu.be', 'www.youtube-nocookie.com', 's.ytimg.com', 'i.ytimg.com'],
  ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com', 'i.vimeocdn.com', 'f.vimeocdn.com'],
];

/** Returns the name under which a host is stored and compared. */
export function normalizeHost(host: string): string {
  const lower = host.toLowerCase();
  return SERVICES.find((names) => names.includes(lower))?.[0] ?? lower;
}

/** Returns all hosts a page needs to use this one: video services have players and pictures on other hosts. */
export const hostsOf = (host: string): readonly string[] => SERVICES.find(([name]) => name === host) ?? [host];

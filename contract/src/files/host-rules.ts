/** Rules for external hosts. They use no schema library, so that lightweight pages can import them. */

export const MAX_HOSTS = 50;

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST = new RegExp(`^(?:${LABEL}\\.){1,8}${LABEL}(?::\\d{1,5})?$`);

/** Returns whether a text is a host name with at least one dot and an optional port. */
export const isHost = (host: string): boolean => host.length <= 253 && HOST.test(host.toLowerCase());

/** Groups of host names that belong to the same service. The first name of a group is stored. */
const SERVICES: readonly (readonly string[])[] = [
  ['www.youtube.com', 'youtube.com', 'm.youtube.com', 'youtu.be', 'www.youtube-nocookie.com', 's.ytimg.com', 'i.ytimg.com'],
  ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com', 'i.vimeocdn.com', 'f.vimeocdn.com'],
];

/** Returns the canonical name under which a host is stored and compared. */
export function normalizeHost(host: string): string {
  const lower = host.toLowerCase();
  return SERVICES.find((names) => names.includes(lower))?.[0] ?? lower;
}

/** Returns all hosts that a page needs in order to use this host, because video services use further hosts for players and pictures. */
export const hostsOf = (host: string): readonly string[] => SERVICES.find(([name]) => name === host) ?? [host];

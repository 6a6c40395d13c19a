/** Reports problems of a package to the player, which lists them: missing files, blocked hosts, and frames that cannot access each other. */
import { state } from './frame-state.ts';
import { playerWindow } from './parent.ts';

const MAX_REPORTS = 20;

let sent = 0;

export function postToPlayer(message: Record<string, unknown>): void {
  if (playerWindow !== window) playerWindow.postMessage({ context: 'exercise', ...message }, '*');
}

function report(message: Record<string, unknown>): void {
  sent += 1;
  if (sent <= MAX_REPORTS) postToPlayer(message);
}

/** Returns the path of a package file without the access token, or `null` for any other address. */
function ownPath(address: string): string | null {
  const url = new URL(address, location.href);
  const found = /^\/content\/[^/]+\/(.+)$/.exec(url.pathname)?.[1];
  return url.host === location.host && found ? decodeURI(found) : null;
}

function onMissing({ target }: Event): void {
  if (!(target instanceof Element)) return;
  const address = target.getAttribute('src') ?? target.getAttribute('href');
  const path = address && ownPath(address);
  // Browsers also report unsupported files as failed, so only a 404 counts as missing.
  if (path)
    void fetch(new URL(address, document.baseURI), { method: 'HEAD' }).then(
      ({ status }) => status === 404 && report({ missing: path }),
      () => undefined,
    );
}

function onRefused({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent): void {
  if (!/^https?:/.test(blockedURI) || /^(frame-ancestors|form-action|base-uri)/.test(effectiveDirective)) return;
  const { host } = new URL(blockedURI);
  if (host !== location.host) report({ blocked: host });
}

const CROSS_FRAME = /cross-origin frame|cross-origin object|Permission denied to access property/i;

let unreachable = false;

/** Reports that a frame of the package needs access to another frame. */
export function reportUnreachable(): void {
  if (!unreachable) report({ needs: 'origin' });
  unreachable = true;
}

function onError({ message, error }: ErrorEvent): void {
  const name = (error as Error | null)?.name;
  if (name === 'SecurityError' && CROSS_FRAME.test(message)) reportUnreachable();
}

/** Forwards messages from frames inside the package, which cannot reach the player directly. */
function relay({ data, source }: MessageEvent): void {
  const inside = [...document.querySelectorAll<HTMLIFrameElement>('iframe,frame')].some(({ contentWindow }) => contentWindow === source);
  if (!inside || typeof data !== 'object' || data === null) return;
  const { context, missing, blocked, needs, unit } = data as Record<string, unknown>;
  if (context !== 'exercise') return;
  // The nested frame does not know the id of its unit, so it is added here.
  if (typeof unit === 'object' && unit !== null) postToPlayer({ unit: { ...unit, id: state.unit?.id ?? '' } });
  else if (missing || blocked || needs) report({ missing, blocked, needs });
}

export function installReports(): void {
  window.addEventListener('error', onMissing, true);
  window.addEventListener('error', onError);
  document.addEventListener('securitypolicyviolation', onRefused);
  window.addEventListener('message', relay);
}

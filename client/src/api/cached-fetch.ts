/**
 * Caches reads without personal data (configuration, texts, theme) in session storage. Personal data must not be stored here, because the storage
 * outlives the session (docs/behaviour/access.md#client-storage).
 */
import type { Args, Endpoint, Reply } from '@fundus/contract/endpoint';
import { address } from './call.ts';
import { isGatewayError, isNetworkFailure, connectionError, markConnected } from './connection.ts';
import { rememberToken } from './csrf.ts';

const SECONDS = 60;

type Kept = { at: number; value: unknown };

/**
 * Returns the cached or fetched reply. Throws 'Network response was not ok' followed by the status text for an error status, and a connection error
 * if there was no response.
 */
export async function cachedFetch<E extends Endpoint>(endpoint: E, args?: Args<E>, seconds = SECONDS): Promise<Reply<E>> {
  const url = address(endpoint, args as never);
  const cached = read(`cache:${url}`);
  if (cached && Date.now() - cached.at < seconds * 1000) return cached.value as Reply<E>;

  const response = await fetch(url, { credentials: 'same-origin', headers: { accept: 'application/json' } }).catch((problem: unknown) => {
    throw isNetworkFailure(problem) ? connectionError() : problem;
  });
  const refusal = `Network response was not ok ${response.statusText}`;
  if (isGatewayError(response.status)) throw connectionError(refusal);
  markConnected();
  if (!response.ok) throw new Error(refusal);
  rememberToken(response);
  const body = await response.text();
  const value = JSON.parse(body) as Reply<E>;
  write(`cache:${url}`, `{"at":${Date.now()},"value":${body}}`);
  return value;
}

/** Removes the cached replies of all addresses with the prefix `start`. */
export function removeCachedReplies(start: string): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(`cache:${start}`)) sessionStorage.removeItem(key);
}

function read(key: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

/** Stores a reply that is already serialized as JSON. Ignores a full or forbidden storage, because the only cost is another request. */
function write(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    sessionStorage.removeItem(key);
  }
}

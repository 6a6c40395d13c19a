import { useRef } from 'react';

/** Returns a random UUID (version 4, RFC 9562). `crypto.randomUUID` is missing on pages without https. */
export function createUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Returns the idempotency key of an action (docs/behaviour/common.md#idempotency). The key stays the same while the body is the same and no response
 * has arrived. Call `renew` after a response, so that the next action gets a new key.
 */
export function useIdempotencyKey() {
  const current = useRef({ about: '', key: '' });
  return {
    keyOf(body: unknown): string {
      const about = JSON.stringify(body);
      if (current.current.about !== about) current.current = { about, key: createUuid() };
      return current.current.key;
    },
    renew(): void {
      current.current = { about: '', key: '' };
    },
  };
}

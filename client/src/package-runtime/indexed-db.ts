/** In-memory IndexedDB for an origin without storage. run-sync.ts loads it. */
export * from 'fake-indexeddb';
export { default as indexedDB } from 'fake-indexeddb';

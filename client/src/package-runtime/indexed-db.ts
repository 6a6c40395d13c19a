/** In-memory IndexedDB for an origin without storage; loaded by run-sync.ts. */
export * from 'fake-indexeddb';
export { default as indexedDB } from 'fake-indexeddb';

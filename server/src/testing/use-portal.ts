/** A portal that all tests of a file share. It is opened before the first test and closed after the last one. */
import type { FrontendConfigInput } from '@fundus/contract/config';
import { afterAll, beforeAll } from 'vitest';
import { testPortal, type TestPortal } from './index.ts';

/** Returns the portal. It can be used in tests and in hooks that are registered afterwards. */
export function usePortal(config?: FrontendConfigInput, options?: Parameters<typeof testPortal>[1]): TestPortal {
  let opened: TestPortal | undefined;
  beforeAll(async () => {
    opened = await testPortal(config, options);
  });
  afterAll(() => opened?.close());
  const portal = (): TestPortal => {
    if (!opened) throw new Error('usePortal: the portal is available only in hooks and tests');
    return opened;
  };
  return new Proxy({} as TestPortal, {
    get: (_, name) => Reflect.get(portal(), name),
    set: (_, name, value) => Reflect.set(portal(), name, value),
    // Makes it possible to spread the portal into another object.
    ownKeys: () => Reflect.ownKeys(portal()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(portal(), name),
  });
}

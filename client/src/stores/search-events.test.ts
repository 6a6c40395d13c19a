import type { Endpoint } from '@fundus/contract/endpoint';
import { endpoints } from '@fundus/contract/endpoints';
import { expect, it } from 'vitest';
import { SEARCHES } from './search-events.ts';

it('covers every search endpoint of the contract', () => {
  const paths = Object.values(endpoints)
    .flatMap((calls): Endpoint[] => Object.values(calls))
    .map(({ path }) => path)
    .filter((path) => /^\/api\/v1\/media\/(?:catalogue\/)?search(?:\/(?:vector|remote))?$/.test(path));
  expect(new Set(SEARCHES)).toEqual(new Set(paths));
});

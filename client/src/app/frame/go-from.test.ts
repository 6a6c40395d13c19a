import { expect, it } from 'vitest';
import { makeRouter } from '../../ui/router.tsx';
import { goFrom } from './go-from.ts';

it('ignores an address update of a screen that was left', () => {
  history.replaceState(null, '', '/library/licences');
  const router = makeRouter();
  const go = goFrom(router, '/library/licences');
  go('/library/licences?q=Faust', { replace: true });
  expect(router.place().search).toBe('?q=Faust');
  go('/school/FU-1');
  go('/library/licences?q=Faust+I', { replace: true });
  expect(location.pathname).toBe('/school/FU-1');
});

it('follows links and redirects of a screen that was left', () => {
  history.replaceState(null, '', '/library/licences');
  const router = makeRouter();
  const go = goFrom(router, '/library/licences');
  go('/school/FU-1');
  go('/library/licences');
  expect(location.pathname).toBe('/library/licences');
  go('/library/own', { replace: true });
  expect(location.pathname).toBe('/library/own');
});

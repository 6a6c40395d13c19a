import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { Link } from './Link.tsx';
import { makeRouter, pathOf, RouterProvider, useNavigationBlock, usePlace } from './router.tsx';

let blocking = false;

function Page() {
  const place = usePlace();
  const blocked = useNavigationBlock(() => blocking);
  return (
    <>
      <h1>{`${place.move} ${pathOf(place)}`}</h1>
      <Link href="/search?q=Öl">Suche</Link>
      <Link href="/help" target="_blank">
        Hilfe
      </Link>
      {blocked && (
        <>
          <p>{`gehalten vor ${pathOf(blocked.place)}`}</p>
          <button onClick={blocked.stay}>bleiben</button>
          <button onClick={blocked.goOn}>weiter</button>
        </>
      )}
    </>
  );
}

function open() {
  history.pushState(null, '', '/');
  const router = makeRouter();
  render(
    <RouterProvider router={router}>
      <Page />
    </RouterProvider>,
  );
  return router;
}
const shown = () => screen.getByRole('heading').textContent;
const here = () => location.pathname + location.search;
const press = (name: string) => act(async () => void fireEvent.click(screen.getByText(name)));
const back = () => act(async () => history.back());

beforeEach(() => void (blocking = false));

it('adds no history entry for a link to the current URL', async () => {
  open();
  const steps = history.length;
  expect(shown()).toBe('POP /');
  await press('Suche');
  expect(shown()).toBe('PUSH /search?q=%C3%96l');
  await press('Suche');
  expect(shown()).toBe('REPLACE /search?q=%C3%96l');
  expect([here(), history.length]).toEqual(['/search?q=%C3%96l', steps + 1]);
  await back();
  await waitFor(() => expect(shown()).toBe('POP /'));
});

it('leaves links to new tabs and other sites to the browser', async () => {
  open();
  // jsdom does not open windows, so the test only checks whether the default action was prevented.
  expect(fireEvent.click(screen.getByText('Hilfe'))).toBe(true);
  expect(fireEvent.click(screen.getByText('Suche'), { ctrlKey: true })).toBe(true);
  expect(fireEvent.click(screen.getByText('Suche'))).toBe(false);
  await waitFor(() => expect(shown()).toBe('PUSH /search?q=%C3%96l'));
});

it('stays on a blocked page until the user confirms leaving it', async () => {
  open();
  blocking = true;
  await press('Suche');
  expect([shown(), here()]).toEqual(['POP /', '/']);
  await press('bleiben');
  expect(screen.queryByText(/gehalten/)).toBeNull();
  await press('Suche');
  await press('weiter');
  expect([shown(), here()]).toEqual(['PUSH /search?q=%C3%96l', '/search?q=%C3%96l']);
  expect(screen.queryByText(/gehalten/)).toBeNull();
});

it('repeats a blocked history step after the user confirms it', async () => {
  const router = open();
  await act(async () => router.go('/help'));
  blocking = true;
  for (const answer of ['bleiben', 'weiter']) {
    await back();
    await screen.findByText('gehalten vor /');
    await waitFor(() => expect(here()).toBe('/help'));
    expect(shown()).toBe('PUSH /help');
    await press(answer);
  }
  await waitFor(() => expect(shown()).toBe('POP /'));
  expect(here()).toBe('/');
  blocking = false;
  await act(async () => history.forward());
  await waitFor(() => expect(shown()).toBe('POP /help'));
});

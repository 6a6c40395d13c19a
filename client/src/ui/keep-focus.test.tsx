import { render, screen, waitFor } from '@testing-library/react';
import { createPortal } from 'react-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepFocus } from './keep-focus.ts';

let stop = () => {};
beforeEach(() => {
  stop = keepFocus();
});
afterEach(() => stop());

const focused = () => (document.activeElement === document.body ? null : document.activeElement?.textContent);
const pause = () => new Promise((done) => setTimeout(done, 250));

it('focuses the heading of the section if the focused part disappears', async () => {
  const page = (open: boolean) => (
    <main>
      <h1>Verleih</h1>
      <section>
        <h2>Koffer</h2>
        {open && (
          <div>
            <button type="button">In den Warenkorb</button>
          </div>
        )}
      </section>
    </main>
  );
  const { rerender } = render(page(true));
  screen.getByRole('button').focus();
  rerender(page(false));
  await waitFor(() => expect(focused()).toBe('Koffer'));
  screen.getByRole('heading', { level: 2 }).blur();
  expect(screen.getByRole('heading', { level: 2 }).hasAttribute('tabindex')).toBe(false);
});

it('focuses the button that replaces the focused one', async () => {
  const page = (saved: boolean) => (
    <p>
      {saved ? (
        <button type="button" key="b">
          Gemerkt
        </button>
      ) : (
        <button type="button" key="a">
          Merken
        </button>
      )}
      <button type="button">Löschen</button>
    </p>
  );
  const { rerender } = render(page(false));
  screen.getByText('Merken').focus();
  rerender(page(true));
  await waitFor(() => expect(focused()).toBe('Gemerkt'));
});

it('focuses the following row after the removal of a row, and the last row after the removal of the last', async () => {
  const page = (rows: readonly string[]) => (
    <section>
      <h2>Geräte</h2>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <button type="button">{row}</button>
          </li>
        ))}
      </ul>
    </section>
  );
  const { rerender } = render(page(['A', 'B', 'C']));
  screen.getByText('B').focus();
  rerender(page(['A', 'C']));
  await waitFor(() => expect(focused()).toBe('C'));
  rerender(page(['A']));
  await waitFor(() => expect(focused()).toBe('A'));
  rerender(page([]));
  await waitFor(() => expect(focused()).toBe('Geräte'));
});

const saveButton = (disabled: boolean) => (
  <button type="button" disabled={disabled}>
    Speichern
  </button>
);

it('focuses a button again after it was disabled', async () => {
  const { rerender } = render(saveButton(false));
  const button = screen.getByRole('button');
  button.focus();
  rerender(saveButton(true));
  // The browser removes the focus from a disabled button; the test environment does not.
  button.blur();
  await pause();
  expect(document.activeElement).toBe(document.body);
  rerender(saveButton(false));
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('focuses a button that was disabled so briefly that no other code ran meanwhile', async () => {
  const { rerender } = render(saveButton(false));
  const button = screen.getByRole('button');
  button.focus();
  rerender(saveButton(true));
  button.blur();
  rerender(saveButton(false));
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('focuses the heading of the page if the dialog with the focus disappears', async () => {
  const page = (open: boolean) => (
    <main>
      <h1>Verleih</h1>
      {open &&
        createPortal(
          <div role="dialog">
            <button type="button">Stornieren</button>
          </div>,
          document.body,
        )}
    </main>
  );
  const { rerender } = render(page(true));
  screen.getByRole('button').focus();
  rerender(page(false));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')));
});

it('focuses the heading if a button remains disabled', async () => {
  const page = (disabled: boolean) => (
    <section>
      <h2>Koffer</h2>
      <button type="button" disabled={disabled}>
        In den Warenkorb
      </button>
    </section>
  );
  const { rerender } = render(page(false));
  const button = screen.getByRole('button');
  button.focus();
  rerender(page(true));
  button.blur();
  await waitFor(() => expect(focused()).toBe('Koffer'));
});

it('leaves the focus to the user and to code that moves it', async () => {
  const page = (open: boolean) => (
    <main>
      <h1>Suche</h1>
      <input aria-label="Ziel" />
      {open && <button type="button">Weg</button>}
    </main>
  );
  const { rerender } = render(page(true));
  screen.getByRole('button').focus();
  screen.getByRole('button').blur();
  await pause();
  rerender(page(false));
  await pause();
  expect(document.activeElement).toBe(document.body);

  rerender(page(true));
  screen.getByRole('button').focus();
  rerender(page(false));
  screen.getByRole('textbox').focus();
  await pause();
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

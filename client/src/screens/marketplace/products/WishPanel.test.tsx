import { marketplace, type Product } from '@fundus/contract/marketplace/marketplace';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { CSRF_HEADER, rememberToken } from '../../../api/csrf.ts';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/render.tsx';
import { WishPanel } from './WishPanel.tsx';

const ID = '019b0000-0000-7000-8000-000000000001';
const product = (wished: boolean): Product =>
  ({
    ...{ id: ID, title: 'Vulkane', can: { wish: !wished, decideWish: false } },
    wishes: { count: wished ? 1 : 0, step: null, answer: '' },
  }) as Partial<Product> as Product;

let refresh = (_wished: boolean): void => {};
function Panel() {
  const [wished, setWished] = useState(false);
  refresh = setWished;
  const now = product(wished);
  return <WishPanel product={now} wishes={now.wishes!} />;
}

it('replaces the button with the number of requests after a click', async () => {
  let done = (): void => {};
  const answered = new Promise<void>((then) => (done = then));
  const { to } = fakeApi(on(marketplace.wishProduct, () => answered.then(() => ({ ok: true as const }))));
  rememberToken(new Response(null, { headers: { [CSRF_HEADER]: 'token-of-the-session' } }));
  await show(<Panel />);
  const button = await screen.findByRole('button', { name: 'Wünschen' });
  button.focus();
  fireEvent.click(button);
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
  fireEvent.click(button);
  await act(async () => done());
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
  expect(document.activeElement).toBe(button);
  await act(async () => refresh(true));
  expect(screen.queryByRole('button')).toBeNull();
  expect(document.activeElement?.textContent).toBe('1 Person aus dem Kollegium wünscht es sich.');
  expect(to(marketplace.wishProduct)).toHaveLength(1);
});

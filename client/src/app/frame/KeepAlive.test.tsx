import type { ScreenName } from '@fundus/contract/screens';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { ScreenProps } from '../../components/page/screen.ts';
import { KeepAlive, type ShownScreen } from './KeepAlive.tsx';
import type { AnyScreen } from '../screen-map.ts';

const drawn = vi.fn<(name: string, search: string) => void>();
const effects = vi.fn<(what: string) => void>();

function Counter({ name, search }: ScreenProps) {
  const [count, setCount] = useState(0);
  drawn(name, search);
  useEffect(() => {
    effects(`${name} on`);
    return () => effects(`${name} off`);
  }, [name]);
  return (
    <button onClick={() => setCount(count + 1)}>
      {name} {search} {count}
    </button>
  );
}
const find = () => Counter as AnyScreen;

const shown = (name: ScreenName, pathname: string, search = ''): ShownScreen => ({
  name,
  pathname,
  props: { name, params: {}, search, go: () => {}, from: null } as unknown as ScreenProps,
});
const ui = (now: ShownScreen) => <KeepAlive shown={now} find={find} />;

describe('KeepAlive', () => {
  it('preserves the state of a hidden keepAlive screen', async () => {
    const search = shown('search', '/search', 'q=Wasser');
    const { rerender } = render(ui(search));
    fireEvent.click(screen.getByText('search q=Wasser 0'));
    await act(async () => rerender(ui(shown('media', '/media/FU-1'))));

    expect(screen.getByText('search q=Wasser 1').style.display).toBe('none');
    expect(effects).toHaveBeenCalledWith('search off');
    drawn.mockClear();
    await act(async () => rerender(ui(shown('media', '/media/FU-2'))));
    expect(drawn.mock.calls.filter(([name]) => name === 'search')).toEqual([]);

    await act(async () => rerender(ui(shown('search', '/search', 'q=Wasser'))));
    expect(screen.getByText('search q=Wasser 1').style.display).not.toBe('none');
  });

  it('passes new props to a kept screen when its address changes', async () => {
    const { rerender } = render(ui(shown('search', '/search', 'q=Wasser')));
    await act(async () => rerender(ui(shown('homepage', '/'))));
    await act(async () => rerender(ui(shown('search', '/search', 'q=Feuer'))));
    expect(screen.getByText('search q=Feuer 0')).toBeDefined();
  });

  it('remounts a screen without keepAlive', async () => {
    const { rerender } = render(ui(shown('homepage', '/')));
    fireEvent.click(screen.getByText('homepage 0', { normalizer: (text) => text.replace(/\s+/g, ' ') }));
    await act(async () => rerender(ui(shown('search', '/search'))));
    await act(async () => rerender(ui(shown('homepage', '/'))));
    expect(screen.getByText('homepage 0', { normalizer: (text) => text.replace(/\s+/g, ' ') })).toBeDefined();
  });

  it('remounts the media screen for another medium', async () => {
    const { rerender } = render(ui(shown('media', '/media/FU-1')));
    fireEvent.click(screen.getByRole('button'));
    await act(async () => rerender(ui(shown('media', '/media/FU-2'))));
    expect(screen.getByRole('button').textContent).toMatch(/0$/);
  });
});

import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { show } from '../../testing/render.tsx';
import { Menu } from './Menu.tsx';

async function opened(how: 'click' | 'ArrowUp' = 'click') {
  const onSelect = vi.fn<(what: string) => void>();
  const item = (label: string) => ({ label, onSelect: () => onSelect(label) });
  await show(
    <>
      <Menu
        label="Aktionen"
        trigger="…"
        sections={[
          { items: [item('Details'), item('Herunterladen')] },
          { label: 'Sprache', items: [{ kind: 'choice', label: 'Deutsch', chosen: true, onSelect: () => onSelect('Deutsch') }] },
        ]}
      />
      <p>Anderswo</p>
    </>,
  );
  const button = screen.getByRole('button', { name: 'Aktionen' });
  await act(async () => (how === 'click' ? fireEvent.click(button) : fireEvent.keyDown(button, { key: how })));
  return { button, onSelect };
}
const key = (name: string) => act(async () => void fireEvent.keyDown(document.activeElement!, { key: name }));
const at = () => document.activeElement?.textContent;

describe('Menu', () => {
  it('focuses the first item when it opens', async () => {
    const { button } = await opened();
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(at()).toBe('Details');
  });

  it('focuses the last item when the up arrow opens it', async () => {
    await opened('ArrowUp');
    expect(at()).toBe('Deutsch');
  });

  it('moves the focus with arrow keys, Home, End and letters', async () => {
    await opened();
    await key('ArrowDown');
    expect(at()).toBe('Herunterladen');
    await key('End');
    expect(at()).toBe('Deutsch');
    await key('ArrowDown');
    expect(at()).toBe('Details');
    await key('h');
    expect(at()).toBe('Herunterladen');
    await key('ArrowUp');
    await key('ArrowUp');
    expect(at()).toBe('Deutsch');
  });

  it('closes on Escape and restores the focus', async () => {
    const { button } = await opened();
    await key('Escape');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it('closes on a click outside', async () => {
    await opened();
    await act(async () => void fireEvent.pointerDown(screen.getByText('Anderswo')));
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('stays open after a choice but closes after an action', async () => {
    const { onSelect } = await opened();
    await act(async () => void fireEvent.click(screen.getByRole('menuitemradio', { name: 'Deutsch' })));
    expect(screen.getByRole('menuitemradio').getAttribute('aria-checked')).toBe('true');
    await act(async () => void fireEvent.click(screen.getByRole('menuitem', { name: 'Details' })));
    expect(onSelect.mock.calls).toEqual([['Deutsch'], ['Details']]);
    expect(screen.queryByRole('menu')).toBeNull();
  });
});

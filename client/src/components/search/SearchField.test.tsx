import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { show } from '../../testing/render.tsx';
import { SearchField } from './SearchField.tsx';

const suggestions = [
  { text: 'Vulkan', kind: 'keyword', count: 12 },
  { text: 'Vulkanausbruch', kind: 'title', count: 1, identifier: 'V-1' },
  { text: 'Vulkanismus', kind: 'subject', count: 7 },
] as const;

async function typed(text: string) {
  const api = fakeApi(on(catalogue.suggest, { suggestions: text === 'xyz' ? [] : [...suggestions] }));
  const onSearch = vi.fn<(text: string) => void>();
  const onOpen = vi.fn<(identifier: string) => void>();
  const labels = { label: 'Medien suchen', placeholder: 'Medien suchen' };
  await show(<SearchField scope="search" {...labels} text="" onSearch={onSearch} onOpen={onOpen} />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Medien suchen' });
  field.focus();
  fireEvent.change(field, { target: { value: text } });
  if (text === 'vu') await screen.findAllByRole('option');
  else await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
  return { api, onSearch, onOpen, field };
}
const key = (field: HTMLElement, name: string) => fireEvent.keyDown(field, { key: name });
const chosen = () => screen.queryAllByRole('option').findIndex((option) => option.getAttribute('aria-selected') === 'true');
const submit = (field: HTMLElement) => fireEvent.submit(field.closest('form')!);

describe('SearchField', () => {
  it('shows suggestions after two letters', async () => {
    const { field, api } = await typed('vu');
    expect(screen.getAllByRole('option')).toHaveLength(3);
    expect(field.getAttribute('aria-expanded')).toBe('true');
    expect(field.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
    expect(api.to(catalogue.suggest)).toHaveLength(1);
    expect(api.to(catalogue.suggest)[0]!.query).toMatchObject({ usable: 'true' });
  });

  it('sends no request for one letter', async () => {
    const { api } = await typed('v');
    expect(api.calls).toEqual([]);
  });

  it('cycles through the suggestions and the typed text with the arrow keys', async () => {
    const { field } = await typed('vu');
    key(field, 'ArrowDown');
    expect([chosen(), field.value]).toEqual([0, 'Vulkan']);
    expect(field.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[0]!.id);
    key(field, 'ArrowDown');
    key(field, 'ArrowDown');
    expect(chosen()).toBe(2);
    key(field, 'ArrowDown');
    expect([chosen(), field.value]).toEqual([-1, 'vu']);
    key(field, 'ArrowUp');
    expect([chosen(), field.value]).toEqual([2, 'Vulkanismus']);
  });

  it('searches on Enter for the selected suggestion or the typed text', async () => {
    const { field, onSearch } = await typed('vu');
    key(field, 'ArrowDown');
    submit(field);
    expect(onSearch).toHaveBeenLastCalledWith('Vulkan');
    expect(screen.queryByRole('listbox')).toBeNull();
    fireEvent.change(field, { target: { value: '  Lava ' } });
    submit(field);
    expect(onSearch).toHaveBeenLastCalledWith('Lava');
  });

  it('restores the typed text when Escape closes the list', async () => {
    const { field, onSearch } = await typed('vu');
    key(field, 'ArrowDown');
    key(field, 'Escape');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field.value).toBe('vu');
    submit(field);
    expect(onSearch).toHaveBeenLastCalledWith('vu');
  });

  it('searches for a suggestion on click', async () => {
    const { onSearch } = await typed('vu');
    fireEvent.click(screen.getByText('Vulkanismus'));
    expect(onSearch).toHaveBeenLastCalledWith('Vulkanismus');
  });

  it('opens a suggested medium on click and on Enter', async () => {
    const { field, onSearch, onOpen } = await typed('vu');
    fireEvent.click(screen.getByText('Vulkanausbruch'));
    expect(onOpen).toHaveBeenLastCalledWith('V-1');
    fireEvent.change(field, { target: { value: 'vul' } });
    await screen.findAllByRole('option');
    key(field, 'ArrowDown');
    key(field, 'ArrowDown');
    submit(field);
    expect(onOpen).toHaveBeenCalledTimes(2);
    expect(onSearch).not.toHaveBeenCalled();
  });

  it('shows no list if there are no suggestions', async () => {
    const { field } = await typed('xyz');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field.getAttribute('aria-expanded')).toBe('false');
  });
});

import { describe, expect, test } from 'vitest';
import { keyAction, isPlayerKey, isUsedByControl, keyTarget } from './keys.ts';

const press = (key: string, modifiers: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...modifiers,
});

test.each([
  [' ', { do: 'toggle' }],
  ['K', { do: 'toggle' }],
  ['ArrowLeft', { do: 'skip', seconds: -5 }],
  ['ArrowRight', { do: 'skip', seconds: 5 }],
  ['ArrowUp', { do: 'volume', step: 0.1 }],
  ['ArrowDown', { do: 'volume', step: -0.1 }],
  ['c', { do: 'captions' }],
  ['f', { do: 'fullscreen' }],
  ['m', { do: 'mute' }],
  ['Home', { do: 'start' }],
  ['End', { do: 'end' }],
  ['x', null],
  ['Enter', null],
])('maps the key "%s" to %j', (key, action) => expect(keyAction(press(key))).toEqual(action));

test('ignores keys pressed with Control, Command or Alt', () => {
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) expect(keyAction(press('f', { [modifier]: true }))).toBeNull();
});

describe('isPlayerKey', () => {
  test.each([
    [' ', 'player', false, true, true],
    ['ArrowUp', 'player', false, false, true],
    [' ', 'page', false, true, false],
    [' ', 'page', true, true, true],
    ['f', 'page', true, false, false],
    ['ArrowDown', 'page', true, true, false],
    ['Home', 'page', true, true, false],
    [' ', 'elsewhere', true, true, false],
    ['ArrowRight', 'elsewhere', true, true, false],
    ['c', 'elsewhere', true, true, true],
    ['c', 'elsewhere', false, true, false],
    ['c', 'elsewhere', true, false, false],
  ] as const)('handles "%s" with focus at %s (begun %s, allowed %s): %s', (key, place, begun, allowed, ours) =>
    expect(isPlayerKey(key, place, { begun, allowed })).toBe(ours),
  );

  test('returns the focus position relative to the player', () => {
    document.body.innerHTML = '<div id="p"><button>a</button></div><button id="q">b</button>';
    const player = document.querySelector('#p')!;
    expect(keyTarget(player.firstElementChild, player)).toBe('player');
    expect(keyTarget(document.body, player)).toBe('page');
    expect(keyTarget(document.querySelector('#q'), player)).toBe('elsewhere');
  });

  test.each([
    ['<input type="search">', 'c', true],
    ['<input type="range">', 'ArrowRight', false],
    ['<textarea></textarea>', ' ', true],
    ['<button>a</button>', ' ', true],
    ['<button>a</button>', 'm', false],
    ['<div role="menu"><div role="menuitem" tabindex="0">a</div></div>', 'ArrowDown', true],
  ])('decides whether %s handles "%s" itself: %s', (html, key, taken) => {
    document.body.innerHTML = html;
    expect(isUsedByControl(key, document.querySelector('input, textarea, button, [role="menuitem"]'))).toBe(taken);
  });
});

import { describe, expect, it } from 'vitest';
import { stepOf, actionOf } from './steps.ts';

const key = (name: string, about: Partial<Parameters<typeof stepOf>[0]> = {}) =>
  stepOf({ key: name, ctrlKey: false, metaKey: false, altKey: false, target: document.body, ...about });

describe('keys of a presentation', () => {
  it.each([
    ['ArrowRight', 'next'],
    ['ArrowLeft', 'previous'],
    ['PageDown', 'begin'],
    ['PageUp', 'previous'],
    ['Home', 'first'],
    ['End', 'last'],
    [' ', 'play'],
    ['B', 'black'],
    ['.', 'black'],
    ['x', undefined],
  ])('map %s to %s', (name, step) => expect(key(name)).toBe(step));

  it('are ignored with modifiers and in other controls', () => {
    const button = document.createElement('button');
    expect(key('ArrowRight', { ctrlKey: true })).toBeUndefined();
    expect(key('ArrowRight', { target: document.createElement('input') })).toBeUndefined();
    expect(key(' ', { target: button })).toBeUndefined();
    expect(key('PageDown', { target: button })).toBe('begin');
  });

  it.each([
    ['begin', 'waits', 'toggle'],
    ['begin', 'plays', 'next'],
    ['begin', null, 'next'],
    ['play', 'waits', 'toggle'],
    ['play', 'plays', 'toggle'],
    ['play', 'over', 'next'],
    ['play', null, 'next'],
    ['next', 'plays', 'next'],
  ] as const)('turn %s into %s while the film %s', (step, film, act) => expect(actionOf(step, film)).toBe(act));
});

import { describe, expect, it } from 'vitest';
import { mediaItem } from '../../testing/media-item.ts';
import { licenceState } from './licence-state.ts';

const today = '2026-11-20';

describe('licenceState', () => {
  it.each([
    ['simply there', {}, null],
    ['ends in a year', { valid_to: '2027-11-20' }, null],
    ['ends in 61 days', { valid_to: '2027-01-20' }, null],
    ['ends in 60 days', { valid_to: '2027-01-19' }, { kind: 'ends', date: '2027-01-19' }],
    ['ends today', { valid_to: today }, { kind: 'ends', date: today }],
    ['ended yesterday', { valid_to: '2026-11-19', active: false }, { kind: 'expired', date: '2026-11-19' }],
    ['no licence', { active: false, remaining: 0 }, { kind: 'none' }],
    ['nothing left', { active: false, full: true, remaining: 0, returns: 0 }, { kind: 'full' }],
    ['seats left', { remaining: 3, returns: 2 }, { kind: 'seats', count: 3 }],
    ['nothing to open', { viewer: 'none' }, { kind: 'empty' }],
    ['a disc', { fn_typ: '46', viewer: 'none', active: false }, { kind: 'offline' }],
    ['a disc that opens on a screen', { fn_typ: '46' }, null],
  ] as const)('%s', (_, about, expected) => expect(licenceState(mediaItem(about), today)).toEqual(expected));
});

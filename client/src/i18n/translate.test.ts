/** Tests of texts for learners, which replace those for adults. */
import { de } from '@fundus/contract/messages';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setPupilWording, findText, showMessages, t } from './translate.ts';

beforeEach(() => showMessages('de', de));
afterEach(() => setPupilWording(false));

describe('text for a learner', () => {
  it('uses the learner variant with placeholders and plural forms', () => {
    expect(t('card.bookmark.added', { title: 'Zelle' })).toBe('„Zelle“ steht auf Ihrer Merkliste.');
    setPupilWording(true);
    expect(t('card.bookmark.added', { title: 'Zelle' })).toBe('„Zelle“ steht auf deiner Merkliste.');
    expect(t('choice.bookmarked', { count: 1 })).toBe('1 Medium steht auf deiner Merkliste.');
    expect(t('choice.bookmarked', { count: 2 })).toBe('2 Medien stehen auf deiner Merkliste.');
  });

  it('falls back to the common text if no learner variant exists', () => {
    setPupilWording(true);
    expect(t('app.close')).toBe(de['app.close']);
    expect(findText('no.such.text')).toBeNull();
  });

  it('uses the common text in English', () => {
    showMessages('en', { 'error.forbidden': 'You do not have permission to do this.' });
    setPupilWording(true);
    expect(t('error.forbidden')).toBe('You do not have permission to do this.');
  });
});

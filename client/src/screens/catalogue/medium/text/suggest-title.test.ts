import { expect, it } from 'vitest';
import { suggestTitle } from './suggest-title.ts';

const chapters = [{ start: 30, end: 60, title: 'Der Ausbruch' }];
const cue = (start: number, text: string) => ({ start, end: start + 2, text });

it.each([
  ['the chapter that begins there', { start: 28, end: 50 }, [cue(28, 'Es raucht.')], 'Der Ausbruch'],
  ['what is said first', { start: 10, end: 20 }, [cue(2, 'Vorher'), cue(12, 'Die Erde\nbebt.')], 'Die Erde bebt'],
  ['the chapter that contains it', { start: 40, end: 62 }, [cue(41, 'In ihm stecken Gase.')], 'Der Ausbruch'],
  ['what is said first, if it spans chapters', { start: 40, end: 90 }, [cue(41, 'In ihm stecken Gase.')], 'In ihm stecken Gase'],
  ['nothing that is said after it', { start: 10, end: 20 }, [cue(25, 'Danach')], ''],
])('suggests %s', (_, times, cues, title) => expect(suggestTitle(times, chapters, cues)).toBe(title));

it('truncates a long title between words', () => {
  const title = suggestTitle(
    { start: 0, end: 9 },
    [],
    [cue(0, 'Unter dem Berg sammelt sich seit vielen Jahrhunderten flüssiges Gestein.')],
  );
  expect(title).toBe('Unter dem Berg sammelt sich seit vielen Jahrhunderten…');
});

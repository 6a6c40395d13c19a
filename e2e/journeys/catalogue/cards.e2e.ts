/** Media cards: unavailable media, truncated titles, multiple selection, printing. */
import { describe, expect } from 'vitest';
import { violations } from '../../src/axe.ts';
import { journey } from '../../src/journey.ts';
import { signInByCall } from '../../src/people.ts';
import { settled } from '../../src/settled.ts';
import { text } from '../../src/texts.ts';

/** A book that only another school has licensed. */
const CLOSED = { words: 'Zahlwerk 6', title: /Zahlwerk 6/ };

describe('cards', () => {
  journey('offer similar media if a medium has no licence', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto(`/catalogue/search?q=${encodeURIComponent(CLOSED.words)}`);
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: CLOSED.title }) });
    await card.getByText(text('card.licence.none')).waitFor();
    expect(await card.locator('.cover > img').evaluate((picture) => getComputedStyle(picture).filter)).toBe('grayscale(1)');
    expect(await violations(page)).toEqual([]);
    await card.getByRole('button', { name: /^Weitere Aktionen/ }).click();
    await page.getByRole('menuitem', { name: text('card.substitute') }).click();
    await page.waitForURL(/\/search\/ai\?q=Zahlwerk/);
    // Waits for the new screen, because cards of the previous one remain visible for a moment.
    await page
      .getByRole('textbox', { name: text('ai.field') })
      .filter({ visible: true })
      .waitFor();
    await page.getByRole('article').filter({ visible: true }).first().waitFor();
  });

  journey('show the full text of a truncated title on hover', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/catalogue/search?q=Wasser');
    await settled(page);
    const cardOf = (title: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
    const short = cardOf('Wasser unter der Lupe');
    await cardOf('Das T-Shirt und das Wasser')
      .getByRole('heading')
      .getByRole('link')
      .evaluate(
        (element) =>
          (element.textContent = 'Ein Titel, der länger ist als zwei Zeilen auf einer Karte, und noch länger, damit er es bestimmt ist'),
      );
    const link = page.getByRole('article').getByRole('link', { name: /^Ein Titel/ });
    await link.hover();
    await expect.poll(() => link.getAttribute('title')).toMatch(/^Ein Titel, .* bestimmt ist$/);
    await short.getByRole('heading').getByRole('link').hover();
    await settled(page);
    expect(await short.getByRole('heading').getByRole('link').getAttribute('title')).toBeNull();
  });

  journey('can be selected together and printed with QR codes', async ({ page }) => {
    await page.addInitScript(() => {
      const kept = window as unknown as { printed: unknown[] };
      kept.printed = [];
      window.print = () => {
        const cards = [...document.querySelectorAll('.print-card')];
        const scanned = [...document.querySelectorAll<HTMLImageElement>('.print-qr')];
        kept.printed.push([cards.length, scanned.every((picture) => picture.naturalWidth > 0)]);
      };
    });
    await signInByCall(page, 'teacher');
    await page.goto('/search?q=Wasser&wide=1');
    await page.getByRole('button', { name: text('choice.begin') }).click();
    await page.getByRole('checkbox', { name: 'Das T-Shirt und das Wasser' }).check();
    const bar = page.getByRole('region', { name: text('choice.title') });
    await bar.getByText('1 ausgewählt').waitFor();
    await page.getByRole('checkbox', { name: 'Wasser unter der Lupe' }).check();
    expect(await violations(page)).toEqual([]);
    await bar.getByRole('button', { name: text('choice.print') }).click();
    await page.waitForFunction(() => (window as unknown as { printed: unknown[] }).printed.length > 0);
    expect(await page.evaluate(() => (window as unknown as { printed: unknown[] }).printed)).toEqual([[2, true]]);
    await bar.getByRole('button', { name: text('card.bookmark.add') }).click();
    await page.getByText('2 Medien stehen auf Ihrer Merkliste.').waitFor();
    await page.goto('/library/bookmarks');
    await page.getByRole('link', { name: 'Wasser unter der Lupe', exact: true }).waitFor();
    await page.goto('/search?q=Wasser&wide=1');
    for (const title of ['Das T-Shirt und das Wasser', 'Wasser unter der Lupe']) {
      const gone = page.waitForResponse((reply) => reply.request().method() === 'DELETE' && reply.url().includes('/api/v1/bookmarks/'));
      await page.getByRole('button', { name: text('card.bookmark', { title }) }).click();
      await gone;
    }
  });
});

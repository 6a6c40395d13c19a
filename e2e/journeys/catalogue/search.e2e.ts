/** Search as a teacher uses it: typing, filtering, opening hits, and returning to them. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { addressOf, pathOf, PHONE } from '../../src/browser.ts';
import { journey } from '../../src/journey.ts';
import { signInByCall } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

const field = (page: Page) => page.getByRole('combobox', { name: text('search.label') });
const title = (page: Page) => page.getByRole('heading', { level: 1 }).filter({ visible: true });
const cards = (page: Page) =>
  page
    .getByRole('region', { name: text('search.hits') })
    .getByRole('article')
    .filter({ visible: true });

/** Returns a text without soft hyphens. */
const plain = (words: string | null): string => (words ?? '').replaceAll('\u00ad', '').trim();

/** Returns the number of hits in the heading, such as "128 Medien zu …". */
async function total(page: Page): Promise<number> {
  const head = (await title(page).textContent()) ?? '';
  const found = /^([\d.]+)\s/.exec(head)?.[1];
  return found === undefined ? 0 : Number(found.replaceAll('.', ''));
}

/** Opens a filter and returns its dialog. */
async function openFilter(page: Page, name: 'fn_geb' | 'fn_sprache' | 'fn_typ' | 'fn_adressat') {
  await page.getByRole('button', { name: new RegExp(`^${text(`filter.${name}`)}`) }).click();
  const pop = page.getByRole('dialog', { name: text(`filter.${name}.choose`) });
  await pop.getByRole('checkbox').first().waitFor();
  return pop;
}

/** Checks a box and waits until it is checked, because its state is derived from the address. */
async function choose(box: Locator): Promise<void> {
  await box.click();
  await expect.poll(() => box.isChecked()).toBe(true);
}

/** Returns the number of media in a label: 12 for "Biologie, 12 Medien". */
const countOf = (label: string): number => Number((/,\s*([\d.]+)\s/.exec(label)?.[1] ?? '').replaceAll('.', ''));

describe('search', () => {
  journey('suggests entries while the user types', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/');
    await title(page).waitFor();
    const large = field(page).filter({ visible: true }).first();
    await large.click();
    await large.pressSequentially('Wass', { delay: 20 });
    const suggestions = page.getByRole('listbox', { name: text('search.suggestions') }).getByRole('option');
    // Suggestions for the first letters may be shown before.
    await expect.poll(async () => [...new Set((await suggestions.allTextContents()).map((word) => /wass/i.test(word)))]).toEqual([true]);
    const words = await suggestions.allTextContents();
    // Selecting a keyword that several media have starts a search.
    const keyword = words.findIndex((word) => word.includes(text('search.suggestion.keyword')));
    for (let i = 0; i <= keyword; i++) await large.press('ArrowDown');
    const chosen = await large.inputValue();
    expect(words[keyword]).toContain(chosen);
    await large.press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(chosen);
    await expect.poll(() => title(page).textContent()).toContain(`„${chosen}“`);
    await expect.poll(() => total(page)).toBeGreaterThan(0);
    expect(await cards(page).count()).toBeGreaterThan(0);

    // Selecting the title of a medium opens its page.
    await field(page).filter({ visible: true }).first().fill('wasserkr');
    await suggestions.filter({ hasText: 'Der Wasserkreislauf' }).click();
    await page.getByRole('heading', { level: 1, name: 'Der Wasserkreislauf' }).waitFor();
    expect(pathOf(page)).toMatch(/^\/media\//);
  });

  journey('filters by subject and grade with accurate counts', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/search?wide=1');
    await cards(page).first().waitFor();
    await expect.poll(() => total(page)).toBeGreaterThan(0);
    const all = await total(page);
    expect(all).toBeGreaterThanOrEqual(400);

    const subjects = await openFilter(page, 'fn_geb');
    const biology = subjects.getByRole('checkbox', { name: /^Biologie/ });
    const promised = countOf(await labelOf(biology));
    expect(promised).toBeGreaterThan(0);
    await choose(biology);
    await expect.poll(() => total(page)).toBe(promised);
    expect(new URL(page.url()).searchParams.get('filter_fn_geb')).toBe('080*');
    await subjects.getByRole('button', { name: text('filter.done') }).click();

    const grades = await openFilter(page, 'fn_adressat');
    const grade = grades.getByRole('checkbox', { name: /^Klasse 7/ });
    if (!(await grade.isVisible())) await grades.getByRole('button', { name: /Allgemeinbildende Schule/ }).click();
    const narrower = countOf(await labelOf(grade));
    await choose(grade);
    await expect.poll(() => total(page)).toBe(narrower);
    await grades.getByRole('button', { name: text('filter.done') }).click();

    const chips = page.getByRole('list', { name: text('filter.chosenTitle') });
    await chips.getByRole('button', { name: text('filter.remove', { name: 'Biologie' }) }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('filter_fn_geb')).toBeNull();
    await chips.getByRole('button', { name: text('filter.clear') }).click();
    await expect.poll(() => total(page)).toBe(all);
    expect(addressOf(page)).toBe('/search?wide=1');
  });

  journey('restores filters and sorting from a URL', async ({ page, open }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/search?wide=1');
    await cards(page).first().waitFor();
    const languages = await openFilter(page, 'fn_sprache');
    await choose(languages.getByRole('checkbox', { name: /^Englisch/ }));
    await languages.getByRole('button', { name: text('filter.done') }).click();
    await page.getByRole('combobox', { name: text('search.sort') }).selectOption({ label: text('search.sort.title') });
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('title');

    const other = await open();
    await other.goto(addressOf(page));
    await cards(other).first().waitFor();
    expect(await title(other).textContent()).toBe(await title(page).textContent());
    const firstTen = async (one: Page) => (await cards(one).getByRole('heading').allTextContents()).slice(0, 10);
    // Cards outside the window are rendered later.
    await expect.poll(async () => (await firstTen(other)).length).toBe(10);
    const sorted = await firstTen(other);
    // The first page shows its previous cards until the sorted hits arrive.
    await expect.poll(() => firstTen(page)).toEqual(sorted);
    await other.getByRole('button', { name: text('filter.remove', { name: 'Englisch' }) }).waitFor();
  });

  journey('restores the scroll position after returning from a medium', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/search?wide=1&filter_fn_sprache=de*');
    await cards(page).first().waitFor();
    const before = await cards(page).count();
    await page.mouse.move(640, 500);
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 3_000);
        return cards(page).count();
      })
      .toBeGreaterThan(before + 20);
    const link = cards(page)
      .nth(before + 12)
      .getByRole('link')
      .first();
    await link.scrollIntoViewIfNeeded();
    const name = plain(await link.textContent());
    const place = await page.evaluate(() => scrollY);
    expect(place).toBeGreaterThan(1_000);
    await link.click();
    await expect.poll(() => pathOf(page)).not.toBe('/search');
    await expect.poll(async () => plain(await title(page).textContent())).toBe(name);
    expect(await page.evaluate(() => scrollY)).toBeLessThan(200);

    await page.goBack();
    await expect.poll(() => addressOf(page)).toBe('/search?wide=1&filter_fn_sprache=de*');
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(place - 50);
    expect(await page.evaluate(() => scrollY)).toBeLessThan(place + 50);
    expect(await link.isVisible()).toBe(true);
    await page.getByRole('button', { name: text('filter.remove', { name: 'Deutsch' }) }).waitFor();
  });

  journey('offers to remove filters if nothing is found', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/search?q=Vulkan&filter_fn_sprache=vi*');
    await page.getByRole('heading', { name: text('search.none.title') }).waitFor();
    expect(await title(page).textContent()).toBe(text('search.headline.none.words', { q: 'Vulkan' }));
    await page.getByRole('link', { name: /^Ohne den Filter/ }).click();
    await expect.poll(() => total(page)).toBeGreaterThan(0);
    expect(await cards(page).count()).toBeGreaterThan(0);
  });

  journey('corrects a typing error', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/search?q=Fotosyntese');
    await expect.poll(() => cards(page).count()).toBeGreaterThan(0);
    expect(plain(await cards(page).first().textContent())).toMatch(/[FP]h?otosynthese/i);
  });

  journey('remembers the selected list view', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/search');
    await cards(page).first().waitFor();
    await page.getByRole('button', { name: text('search.view.list') }).click();
    await page.reload();
    await cards(page).first().waitFor();
    await page.getByRole('button', { name: text('search.view.grid') }).waitFor();
  });

  journey('adds and removes a bookmark', async ({ page }) => {
    await signInByCall(page, 'student');
    await page.goto('/search?q=Wasser');
    await cards(page).first().waitFor();
    const kept = async () => {
      const { items } = (await (await page.request.get('/api/v1/library/bookmarks')).json()) as { items: { title: string }[] };
      return items.some(({ title }) => plain(title) === name);
    };
    const name = plain(await cards(page).first().getByRole('heading').textContent());
    const mark = cards(page)
      .first()
      .getByRole('button', { name: text('card.bookmark', { title: name }) });
    await mark.click();
    await expect.poll(() => mark.getAttribute('aria-pressed')).toBe('true');
    await expect.poll(kept).toBe(true);
    await page.reload();
    await expect.poll(() => mark.getAttribute('aria-pressed')).toBe('true');
    await mark.click();
    await expect.poll(kept).toBe(false);
  });

  journey(
    'shows the number of hits on the button of the filter sheet',
    async ({ page }) => {
      await signInByCall(page, 'teacher');
      await page.goto('/search');
      await cards(page).first().waitFor();
      await page.getByRole('button', { name: new RegExp(`^${text('filter.title')}`) }).tap();
      const sheet = page.getByRole('dialog', { name: text('filter.title') });
      const chemistry = sheet.getByRole('checkbox', { name: /^Chemie/ });
      const promised = countOf(await labelOf(chemistry));
      await choose(chemistry);
      const show = sheet.getByRole('button', { name: text('filter.show', { count: promised }) });
      await show.waitFor();
      await show.tap();
      await sheet.waitFor({ state: 'hidden' });
      await expect.poll(() => total(page)).toBe(promised);
    },
    PHONE,
  );

  journey('opens a film at the time of a spoken sentence', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/search?q=Magmakammer');
    const time = cards(page)
      .first()
      .getByRole('link', { name: /^Bei \d+:\d\d gesagt/ });
    await time.waitFor();
    await time.click();
    await expect.poll(() => new URL(page.url()).searchParams.get('t')).toMatch(/^\d+$/);
    expect(pathOf(page)).toMatch(/^\/(media|search)\/./);
  });

  journey('focuses the first hit within eleven presses of Tab', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/search?q=Vulkan');
    await cards(page).first().waitFor();
    await title(page).and(page.locator(':focus')).waitFor();
    let stops = 0;
    do {
      await page.keyboard.press('Tab');
      stops += 1;
    } while (stops < 20 && (await cards(page).first().locator(':focus').count()) === 0);
    expect(stops).toBeLessThanOrEqual(11);
  });

  journey('shows the first hit and the player without scrolling at 200 % zoom', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.setViewportSize({ width: 640, height: 400 });
    await page.goto('/search?q=Magmakammer');
    const first = cards(page).first().getByRole('heading');
    await first.waitFor();
    const nav = await page.getByRole('navigation', { name: text('nav.main') }).boundingBox();
    expect((await first.boundingBox())!.y).toBeLessThan(nav!.y);
    await cards(page).first().getByRole('link').first().click();
    const play = page.getByRole('button', { name: text('player.mute') }).first();
    await play.waitFor();
    const box = (await play.boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(nav!.y);
  });

  journey('lets a guest open a medium from the catalogue', async ({ page }) => {
    await page.goto('/catalogue/search?q=Wasser');
    await expect.poll(() => cards(page).count()).toBeGreaterThan(0);
    await cards(page).first().getByRole('link').first().click();
    await expect.poll(() => pathOf(page)).toMatch(/^\/catalogue\/search\/./);
    await title(page).waitFor();
  });
});

/** Returns the text of a checkbox's label. */
const labelOf = async (box: Locator): Promise<string> =>
  (await box.evaluate((input) => (input as HTMLInputElement).labels?.[0]?.textContent)) ?? '';

/** Editing the catalogue: new media with film, captions and chapters, own material, bulk changes, history, withdrawal. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { demoPortal, journey } from '../../src/journey.ts';
import { openSearchFor } from '../../src/open-media.ts';
import { callsAs, signIn, signInByCall } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

const folder = mkdtempSync(join(tmpdir(), 'fundus-editing-'));
const file = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
/** Returns the path of a copy of a demo film with a different length, so that its hash differs. */
const film = (name = 'Lava im Labor.mp4'): string => {
  const source = join(import.meta.dirname, '../../../demo/src/media/vulkan');
  const [found] = execFileSync('ls', [source])
    .toString()
    .split('\n')
    .filter((one) => one.endsWith('.mp4'));
  return file(name, Buffer.concat([readFileSync(join(source, found!)), Buffer.from([0, 0, 0, 8, 102, 114, 101, 101])]));
};
const SRT = '1\n00:00:00,000 --> 00:00:04,000\nGlühendes Gestein\n\n2\n00:00:04,000 --> 00:00:30,000\nfließt den Hang hinab\n';

const tab = (page: Page, name: 'record' | 'files' | 'history') =>
  page
    .getByRole('navigation', { name: text('edit.tabs') })
    .getByRole('link', { name: text(`edit.tab.${name}`) })
    .click();
const choose = async (page: Page, field: 'fn_geb' | 'fn_adressat', words: string) => {
  await page.getByRole('combobox', { name: text(`edit.field.${field}`) }).fill(words);
  await page
    .getByRole('listbox', { name: text(`edit.field.${field}`) })
    .getByRole('option')
    .first()
    .click();
};
const upload = async (page: Page, role: 'main' | 'caption' | 'material', path: string) => {
  await page.getByRole('combobox', { name: text('upload.role'), exact: true }).selectOption({ label: text(`upload.role.${role}`) });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: text('upload.choose') }).click();
  await (await chooser).setFiles(path);
};

describe('catalogue editor', () => {
  journey('adds a medium that is immediately searchable and playable', async ({ page }) => {
    await signIn(page, 'districtAdmin');
    await page.getByRole('button', { name: new RegExp(`^${text('profile.menu', { name: '' })}`) }).click();
    await page.getByRole('menuitem', { name: text('edit.list') }).click();
    await page.getByRole('link', { name: text('edit.new') }).click();
    const title = `Lavastrom im Labor ${Date.now()}`;
    await page.getByRole('button', { name: text('edit.create') }).click();
    await page.getByText(text('edit.required')).waitFor();
    await page.getByRole('textbox', { name: text('edit.field.fn_titel'), exact: true }).fill(title);
    await choose(page, 'fn_geb', 'Vulkan');
    await choose(page, 'fn_adressat', 'Klasse 7');
    await page.getByRole('combobox', { name: text('edit.field.fn_schlag') }).fill('Lava; Basalt');
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: new RegExp(`^${text('edit.field.free')}`) }).check();
    await page.getByRole('button', { name: text('edit.create') }).click();

    await upload(page, 'main', film());
    const files = page.getByRole('list', { name: text('edit.tab.files') }).getByRole('listitem');
    await files.filter({ hasText: text('upload.role.main') }).waitFor();
    await upload(page, 'caption', file('lava.srt', SRT));
    await files.filter({ hasText: text('upload.role.caption') }).waitFor();
    await upload(page, 'material', file('Arbeitsblatt.pdf', 'kein PDF, nur Text\0'));
    await page
      .getByRole('alert')
      .filter({ hasText: /UNKNOWN|Begleitmaterial/ })
      .waitFor();

    await page.getByRole('link', { name: text('edit.view') }).click();
    await page.getByRole('heading', { level: 1, name: title }).filter({ visible: true }).waitFor();
    const video = page.locator('video');
    expect(await video.evaluate((one: HTMLVideoElement) => one.paused)).toBe(true);
    await page
      .getByRole('button', { name: text('player.play') })
      .first()
      .click();
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0.5);
    await page.getByText('Glühendes Gestein').first().waitFor();

    await signInByCall(page, 'teacher');
    await openSearchFor(page, title);
    await page.getByRole('article').filter({ hasText: title }).first().waitFor();
  });

  journey('publishes a draft in at most six clicks', async ({ page }) => {
    await signInByCall(page, 'districtAdmin');
    await page.goto('/editing');
    let clicks = 0;
    const count = async (click: Promise<unknown>): Promise<void> => {
      await click;
      clicks++;
    };
    await count(page.getByRole('link', { name: text('edit.new') }).click());
    const title = `Basaltsäulen ${Date.now()}`;
    await page.getByRole('textbox', { name: text('edit.field.fn_titel'), exact: true }).fill(title);
    await count(page.getByRole('button', { name: text('edit.create') }).click());
    const draft = page.getByRole('region', { name: text('edit.draft') });
    await draft.getByText(text('edit.publish.first')).waitFor();
    await count(upload(page, 'main', film()));
    await draft.getByRole('heading', { name: text('edit.publish') }).waitFor();
    const identifier = new URL(page.url()).pathname.split('/').at(-1)!;

    // Only the author can play the medium, which is marked as a draft.
    const own = await page.context().newPage();
    await own.goto(`/media/${identifier}`);
    await own.getByText(text('media.draft')).waitFor();
    await own
      .getByRole('button', { name: text('player.play'), exact: true })
      .first()
      .waitFor();
    await own.close();
    expect((await (await callsAs(await demoPortal(), 'teacher')).get(`/api/v1/media/${identifier}`)).status()).not.toBe(200);

    await count(draft.getByRole('button', { name: new RegExp(`^${text('edit.publish.schools')}`) }).click());
    await page.getByText(text('edit.publish.done.schools')).waitFor();
    await draft.waitFor({ state: 'detached' });
    expect(clicks).toBeLessThanOrEqual(6);

    await page.context().clearCookies();
    await signInByCall(page, 'teacher');
    await openSearchFor(page, title);
    await page.getByRole('link', { name: title }).first().click();
    await page
      .getByRole('button', { name: text('player.play'), exact: true })
      .first()
      .waitFor();
    expect(await page.getByText(text('media.draft')).count()).toBe(0);
  });

  journey("shares the user's own material with a colleague in at most six clicks", async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/');
    let clicks = 0;
    const count = async (click: Promise<unknown>): Promise<void> => {
      await click;
      clicks++;
    };
    await count(
      page
        .getByRole('navigation')
        .getByRole('link', { name: text('nav.library') })
        .first()
        .click(),
    );
    await count(
      page
        .getByRole('link', { name: text('material.add') })
        .first()
        .click(),
    );
    const title = `Lavalampe selbst gebaut ${Date.now()}`;
    // Title and media type are derived from the file.
    await count(page.getByTestId('material-input').setInputFiles(film(`${title}.mp4`)));
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await count(page.getByRole('radio', { name: new RegExp(`^${text('material.rights.own')}`) }).check());
    await count(page.getByRole('button', { name: text('app.save'), exact: true }).click());
    const give = page.getByRole('button', { name: text('material.give') });
    await give.waitFor();
    const identifier = new URL(page.url()).pathname.split('/').at(-1)!;
    const colleague = await callsAs(await demoPortal(), 'schoolAdmin');
    expect((await colleague.get(`/api/v1/media/${identifier}`)).status()).toBe(404);
    await count(give.click());
    await page.getByText(text('material.given')).waitFor();
    expect(clicks).toBeLessThanOrEqual(6);

    await page.context().clearCookies();
    await signInByCall(page, 'schoolAdmin');
    await openSearchFor(page, title);
    await page.getByRole('link', { name: title }).first().click();
    await page
      .getByRole('button', { name: text('player.play'), exact: true })
      .first()
      .waitFor();
    await page.getByText(text('material.said.own')).waitFor();

    await page.goto(`/school?tab=material&q=${encodeURIComponent(title)}`);
    await page.getByRole('button', { name: text('material.menu', { title }) }).click();
    await page.getByRole('menuitem', { name: text('material.takeDown') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: text('material.takeDown.why') }).fill('Musik ohne Erlaubnis');
    await dialog.getByRole('button', { name: text('material.takeDown'), exact: true }).click();
    await page.getByText(text('material.takeDown.done', { title })).waitFor();

    await page.context().clearCookies();
    await signInByCall(page, 'teacher');
    await page.goto('/library/own');
    const row = page.getByRole('listitem').filter({ hasText: title });
    await row.getByText('Musik ohne Erlaubnis').waitFor();
  });

  journey('undoes a change of several media', async ({ page }) => {
    await signInByCall(page, 'districtAdmin');
    const word = `Plattenrand ${Date.now()}`;
    await page.goto('/editing?q=Vulkan');
    const boxes = page.getByRole('checkbox');
    await boxes.first().check();
    await boxes.nth(1).check();
    const addTheWord = async () => {
      await page.getByRole('button', { name: text('bulk.change') }).click();
      const dialog = page.getByRole('dialog');
      await dialog
        .getByRole('group', { name: text('bulk.add') })
        .getByRole('combobox', { name: text('edit.field.fn_schlag') })
        .fill(word);
      await page.keyboard.press('Enter');
      await dialog.getByRole('button', { name: text('bulk.apply', { count: 2 }) }).click();
      await page.getByText(text('bulk.done', { count: 2 })).waitFor();
    };
    const found = async (): Promise<number> =>
      ((await (await page.request.get(`/api/v1/media/catalogue/search?q=${encodeURIComponent(`"${word}"`)}`)).json()) as { total: number })
        .total;
    await addTheWord();
    await expect.poll(found).toBe(2);
    await page.getByRole('button', { name: text('app.undo') }).click();
    await page.getByText(text('bulk.undone', { undone: 2 })).waitFor();
    await expect.poll(found).toBe(0);

    await boxes.first().check();
    await boxes.nth(1).check();
    const first = await page.locator('.edit-rows li').first().getByRole('link').innerText();
    await addTheWord();
    await page.locator('.edit-rows').getByRole('link', { name: first, exact: true }).click();
    await page.getByRole('button', { name: text('edit.choice.remove', { value: word }) }).waitFor();
    await page.getByRole('textbox', { name: text('edit.field.fn_kurztext') }).fill('Von Hand geschrieben');
    await page.getByRole('button', { name: text('app.save') }).click();
    await page.getByText(text('edit.saved')).waitFor();
    await tab(page, 'history');
    const versions = page.locator('.edit-versions > li');
    await versions.nth(2).waitFor();
    await versions
      .last()
      .getByRole('button', { name: text('edit.history.back') })
      .click();
    await page.getByText(text('edit.version.undo')).first().waitFor();
    await tab(page, 'record');
    await page.getByRole('textbox', { name: text('edit.field.fn_titel'), exact: true }).waitFor();
    await expect
      .poll(() => page.getByRole('textbox', { name: text('edit.field.fn_kurztext') }).inputValue())
      .not.toBe('Von Hand geschrieben');
    expect(await page.getByRole('button', { name: text('edit.choice.remove', { value: word }) }).count()).toBe(0);
  });

  journey('hides a retired medium from the search until it is restored', async ({ page }) => {
    // Uses a medium that no other test opens, because it is hidden from all users for a moment.
    await signInByCall(page, 'districtAdmin');
    await page.goto('/editing?q=Höhenstufen');
    await page.locator('.edit-rows').getByRole('link').first().click();
    await page.waitForURL('**/editing/*');
    await page.getByRole('button', { name: text('edit.retire') }).waitFor();
    const title = await page.getByRole('heading', { level: 1 }).filter({ visible: true }).innerText();
    const found = async (): Promise<number> =>
      ((await (await page.request.get(`/api/v1/media/catalogue/search?q=${encodeURIComponent(`"${title}"`)}`)).json()) as { total: number })
        .total;
    expect(await found()).toBe(1);
    // Polls, because the search index is updated shortly after the change.
    await page.getByRole('button', { name: text('edit.retire') }).click();
    await page.getByText(text('edit.retired.done')).waitFor();
    await expect.poll(found).toBe(0);
    // Uses the button of the page, because that of the snackbar disappears after five seconds.
    await page.getByRole('button', { name: text('edit.bringBack') }).click();
    await page.getByText(text('edit.broughtBack')).waitFor();
    await expect.poll(found).toBe(1);
  });

  journey('is not available to teachers', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/editing');
    await page.getByRole('heading', { level: 1 }).filter({ visible: true }).waitFor();
    expect(await page.getByRole('searchbox', { name: text('edit.find') }).count()).toBe(0);
  });
});

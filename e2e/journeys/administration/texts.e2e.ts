/** Custom texts: a right-to-left language, editing in place, and a test mail. */
import { href } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { PHONE, visit } from '../../src/browser.ts';
import { horizontalOverflow, cutTexts, overlaps } from '../../src/geometry.ts';
import { journey } from '../../src/journey.ts';
import { readMails } from '../../src/mails.ts';
import { signInByCall } from '../../src/people.ts';
import type { Portal } from '../../src/portal.ts';
import { ownPortal } from '../../src/portals.ts';
import { settled } from '../../src/settled.ts';
import { text } from '../../src/texts.ts';

const ARABIC = { 'nav.home': 'الصفحة الرئيسية', 'nav.search': 'مكتبة الوسائط', 'login.title': 'تسجيل الدخول', 'login.action': 'دخول' };

let portal: Portal;
beforeAll(async () => {
  portal = await ownPortal();
});
afterAll(() => portal?.stop());
const here = { portal: () => portal.url };

const root = (page: Page) => page.evaluate(() => ({ lang: document.documentElement.lang, dir: document.documentElement.dir }));

describe('texts', () => {
  journey(
    'can be added in a right-to-left language',
    async ({ page }) => {
      await signInByCall(page, 'districtAdmin');
      await page.goto(href('translation'));
      await page.getByRole('button', { name: text('languages.title') }).click();
      await page.getByLabel(text('languages.add.which')).selectOption('ar');
      await page.getByRole('button', { name: text('languages.add') }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      // Waits for the new language, so that the file is not imported into the previous one.
      await page.getByText(text('texts.noOwn')).waitFor();
      await page.locator('input[type=file]').setInputFiles({
        name: 'ar.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(ARABIC)),
      });
      await page.getByRole('button', { name: text('texts.import.take', { count: 4 }) }).click();
      await page.getByText(text('texts.drafts', { count: 4 })).waitFor();
      await page.getByRole('button', { name: text('texts.publish'), exact: true }).click();
      await page.getByText(text('texts.allPublished')).waitFor();

      // Opens the portal as a new visitor whose browser requests Arabic.
      for (const look of [{ locale: 'ar-EG' }, { ...PHONE, locale: 'ar-EG' }]) {
        const visitor = await visit(portal.url, look);
        const reader = visitor.page;
        await reader.goto(href('login'));
        await reader.getByRole('heading', { level: 1, name: ARABIC['login.title'] }).waitFor();
        expect(await root(reader)).toEqual({ lang: 'ar', dir: 'rtl' });
        await signInByCall(reader, 'teacher');
        for (const path of [href('homepage'), href('search', {}, { q: 'Wasser' }), href('translation'), href('imprint')]) {
          await reader.goto(path);
          await settled(reader);
          expect(await horizontalOverflow(reader), path).toBeLessThanOrEqual(0);
          expect(await overlaps(reader, '.card', 'h3, h2', '.menu-btn'), path).toEqual([]);
        }
        await reader.goto(href('search', {}, { q: 'Wasser' }));
        await settled(reader);
        // The first item of the navigation is rightmost.
        const positions = await reader
          .getByRole('navigation')
          .first()
          .getByRole('link')
          .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().left));
        expect(positions).toEqual([...positions].sort((a, b) => b - a));
        expect(await reader.locator('.card').count()).toBeGreaterThan(3);
        // Texts without a translation are shown in English, not as keys.
        await reader
          .getByRole('button', { name: text('search.submit', {}, 'en') })
          .first()
          .waitFor({ state: 'attached' });
        expect(await reader.locator('body').innerText()).not.toMatch(/\b(nav|search|card)\.[a-z]+\b/);
        expect(visitor.problems).toEqual([]);
        await visitor.leave();
      }
    },
    here,
  );

  journey(
    'can be edited in place and published',
    async ({ page }) => {
      await signInByCall(page, 'districtAdmin');
      await page.goto(href('translation'));
      await page.getByRole('button', { name: text('texts.inContext') }).click();
      const bar = page.getByRole('complementary', { name: text('texts.inContext') });
      await bar.waitFor();
      const heading = page.getByRole('heading', { level: 2, name: text('home.newest') });
      await page.locator('h2[data-text-keys="home.newest"]').waitFor();
      await heading.click();
      await page.getByRole('textbox', { name: text('texts.own.named', { key: 'home.newest' }) }).fill('Frisch eingetroffen');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 2, name: 'Frisch eingetroffen' }).waitFor();

      // Opens the list of texts on this page by keyboard.
      await bar.getByRole('button', { name: /Texte dieser Seite/ }).press('Enter');
      await page.getByRole('dialog').getByText('footer.claim', { exact: true }).click();
      await page.getByRole('textbox', { name: text('texts.own.named', { key: 'footer.claim' }) }).fill('Alles für den Unterricht.');
      await page.keyboard.press('Enter');
      await page.getByText('Alles für den Unterricht.').waitFor();

      const other = await visit(portal.url);
      await signInByCall(other.page, 'schoolAdmin');
      const sees = async (words: string) => {
        await other.page.goto('/');
        await other.page.evaluate(() => sessionStorage.clear());
        await other.page.goto('/');
        await other.page.getByRole('heading', { level: 2, name: words }).waitFor();
      };
      await sees(text('home.newest'));

      await bar.getByRole('button', { name: text('texts.inContext.done') }).click();
      await page.getByText(text('texts.drafts', { count: 2 })).waitFor();
      expect(await page.locator('[data-text-keys]').count()).toBe(0);
      await page.getByRole('button', { name: text('texts.publish'), exact: true }).click();
      await page.getByText(text('texts.allPublished')).waitFor();
      await sees('Frisch eingetroffen');
      await other.leave();
    },
    here,
  );

  journey(
    'can be tested in a mail before publishing',
    async ({ page }) => {
      await signInByCall(page, 'districtAdmin');
      await page.goto(href('translation', {}, { area: 'mail', q: 'mail.contactCopy' }));
      const intro = text('texts.key.in', { key: 'mail.contactCopy.intro', language: 'Deutsch' });
      await page.getByRole('button', { name: text('texts.edit.named', { key: intro }) }).click();
      await page
        .getByRole('textbox', { name: text('texts.own.named', { key: 'mail.contactCopy.intro' }) })
        .fill('Schoen, dass Sie schreiben.');
      await page.keyboard.press('Enter');
      await page.getByText(text('texts.drafts', { count: 1 })).waitFor();
      await page.getByLabel(text('texts.testMail.which')).selectOption('contactCopy');
      await page.getByRole('button', { name: text('texts.testMail.send') }).click();
      await page.getByText(text('texts.testMail.sent', { address: 'kreisadmin@demo.example' })).waitFor();
      await expect.poll(() => readMails(portal.dataDir)).toEqual([expect.stringContaining('Schoen, dass Sie schreiben.')]);
      expect(await cutTexts(page)).toEqual([]);
    },
    here,
  );
});

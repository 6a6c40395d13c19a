/** Browser security: content security policy, HttpOnly cookies, CSRF tokens. */
import { describe, expect } from 'vitest';
import { journey } from '../../src/journey.ts';
import { signInByCall } from '../../src/people.ts';

describe('security', () => {
  journey('forbids inline code and foreign sources', async ({ page }) => {
    const reply = await page.goto('/login');
    const policy = reply?.headers()['content-security-policy'] ?? '';
    const directives: Record<string, string[]> = {};
    for (const part of policy.split(';')) {
      const [name = '', ...values] = part.trim().split(/\s+/);
      directives[name] = values;
    }
    expect(directives['default-src']).toEqual(["'none'"]);
    // Scripts are allowed only from two folders of the portal, not from uploads.
    const { host } = new URL(page.url());
    expect(directives['script-src']).toEqual([`${host}/assets/`, `${host}/pdfjs/`]);
    for (const [name, values] of Object.entries(directives)) {
      expect(values, name).not.toContain("'unsafe-inline'");
      expect(values, name).not.toContain("'unsafe-eval'");
      expect(
        values.filter((value) => /^https?:|^\*/.test(value)),
        name,
      ).toEqual([]);
    }
    expect(reply?.headers()['x-content-type-options']).toBe('nosniff');
    expect(reply?.headers()['referrer-policy']).toBe('no-referrer');
  });

  journey('blocks injected scripts and unsafe HTML', async ({ page, problems }) => {
    await signInByCall(page, 'teacher');
    const found = await page.request.get('/api/v1/media/search?q=Labor');
    const { items } = (await found.json()) as { items: { identifier: string; viewer: string }[] };
    const lab = items.find(({ viewer }) => viewer === 'package')!;
    const detail = await page.request.get(`/api/v1/media/${lab.identifier}`);
    const { files } = (await detail.json()) as { files: { role: string; href: string }[] };
    const start = new URL(files.find(({ role }) => role === 'main')!.href, found.url());
    const source = /<script[^>]+src="([^"]+)"/.exec(await (await page.request.get(start.href)).text())![1]!;
    const script = new URL(source, start).pathname;
    expect((await page.request.get(script)).headers()['content-type']).toContain('javascript');
    // Simulates unescaped user text: keeps the headers of the page and adds scripts to its body.
    const evil = `<script>globalThis.injected = true</script><iframe srcdoc="<script src='${script}'></script>"></iframe>`;
    await page.route('**/library', async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ response: reply, body: (await reply.text()).replace('</body>', `${evil}</body>`) });
    });
    await page.goto('/library');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    const refusals = () => problems.filter((problem) => /Content Security Policy/.test(problem));
    await expect.poll(() => refusals().some((problem) => problem.includes(script))).toBe(true);
    expect(await page.evaluate(() => 'injected' in globalThis)).toBe(false);
    const refused = await page.evaluate(() => {
      const box = document.createElement('div');
      try {
        box.innerHTML = '<b>x</b>';
      } catch {
        return box.childNodes.length === 0;
      }
      return false;
    });
    expect(refused).toBe(true);
    // Only the expected policy violations are reported.
    expect(problems.splice(0).filter((problem) => !/Content Security Policy|TrustedHTML| csp$/.test(problem))).toEqual([]);
  });

  journey('hides the session cookie from scripts', async ({ page, context }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/search');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const session = (await context.cookies()).filter(({ httpOnly }) => httpOnly);
    expect(session.length).toBeGreaterThan(0);
    for (const { name } of session) expect(await page.evaluate(() => document.cookie)).not.toContain(name);
    expect(session.every(({ sameSite }) => sameSite !== 'None')).toBe(true);
  });

  journey('rejects a write without a valid CSRF token', async ({ page }) => {
    await signInByCall(page, 'teacher');
    for (const headers of [{}, { 'X-CSRF-Token': 'made-up' }] as Record<string, string>[]) {
      const reply = await page.request.post('/api/v1/user/logout', { headers });
      expect(reply.status()).toBe(403);
      expect(((await reply.json()) as { error: { code: string } }).error.code).toBe('csrf_invalid');
    }
    expect(await (await page.request.get('/api/v1/user/userinfo')).json()).toMatchObject({ email: 'lehrkraft@demo.example' });
  });
});

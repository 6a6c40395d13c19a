/** What protects the person: a strict policy that holds, cookies scripts cannot read, writes that need a token. */
import { describe, expect } from 'vitest';
import { journey } from '../src/journey.ts';
import { signInByCall } from '../src/people.ts';

describe('security', () => {
  journey('the policy of the page allows nothing inline and nothing from elsewhere', async ({ page }) => {
    const reply = await page.goto('/login');
    const policy = reply?.headers()['content-security-policy'] ?? '';
    const directives: Record<string, string[]> = {};
    for (const part of policy.split(';')) {
      const [name = '', ...values] = part.trim().split(/\s+/);
      directives[name] = values;
    }
    expect(directives['default-src']).toEqual(["'none'"]);
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

  journey('the policy holds: what is injected does not run', async ({ page, problems }) => {
    await page.goto('/login');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.injected = true';
      document.body.append(script);
    });
    expect(await page.evaluate(() => 'injected' in globalThis)).toBe(false);
    // The refusal is in the console, as it should be; anything else is not.
    expect(problems.splice(0).filter((problem) => !/Content Security Policy/.test(problem))).toEqual([]);
  });

  journey('no script reads the session', async ({ page, context }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/search');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const session = (await context.cookies()).filter(({ httpOnly }) => httpOnly);
    expect(session.length).toBeGreaterThan(0);
    for (const { name } of session) expect(await page.evaluate(() => document.cookie)).not.toContain(name);
    expect(session.every(({ sameSite }) => sameSite !== 'None')).toBe(true);
  });

  journey('a write without the token, or with a made-up one, changes nothing', async ({ page }) => {
    await signInByCall(page, 'teacher');
    for (const headers of [{}, { 'X-CSRF-Token': 'made-up' }] as Record<string, string>[]) {
      const reply = await page.request.post('/api/v1/user/logout', { headers });
      expect(reply.status()).toBe(403);
      expect(((await reply.json()) as { error: { code: string } }).error.code).toBe('csrf_invalid');
    }
    expect(await (await page.request.get('/api/v1/user/userinfo')).json()).toMatchObject({ email: 'lehrkraft@demo.example' });
  });
});

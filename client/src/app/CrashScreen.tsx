import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { t } from '../i18n/translate.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import './start-problem.css';

/** A mistake of ours while drawing a page. A file that is gone after an update of the portal comes back by loading the page anew. */
export function CrashScreen() {
  const problem = useRouteError();
  useEffect(() => console.error(problem), [problem]);
  return (
    <main className="start-problem">
      <h1>{t('error.screen.crash.title')}</h1>
      <p>{t('error.screen.crash.text')}</p>
      <p className="start-links">
        <Button variant="primary" onClick={() => location.reload()}>
          {t('app.reload')}
        </Button>
        <ButtonLink variant="line" href="/">
          {t('error.screen.home')}
        </ButtonLink>
      </p>
    </main>
  );
}

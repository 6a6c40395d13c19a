import { Component, type ReactNode } from 'react';
import { t } from '../../i18n/translate.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { usePlace } from '../../ui/router.tsx';
import './start-problem.css';

/** Catches exceptions of its children. Navigation renders the children again. */
export function CrashBoundary({ children }: { children: ReactNode }) {
  return (
    <Boundary at={usePlace().key} Frame={Page}>
      {children}
    </Boundary>
  );
}

/** Catches exceptions of a screen and keeps the page frame visible. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  return (
    <Boundary at={usePlace().key} Frame={Part}>
      {children}
    </Boundary>
  );
}

type Frame = (props: { children: ReactNode }) => ReactNode;

const Page: Frame = ({ children }) => <main className="start-problem">{children}</main>;
const Part: Frame = ({ children }) => <div className="start-problem start-problem-part">{children}</div>;

type Props = { at: string; Frame: Frame; children: ReactNode };
type State = { at: string; failed: boolean };

/** Catches exceptions; React logs them to the console. */
class Boundary extends Component<Props, State> {
  override state: State = { at: this.props.at, failed: false };

  static getDerivedStateFromError = () => ({ failed: true });

  static getDerivedStateFromProps = ({ at }: Props, before: State) => (at === before.at ? null : { at, failed: false });

  override render() {
    return this.state.failed ? <CrashScreen Frame={this.props.Frame} /> : this.props.children;
  }
}

/** Shows that rendering has failed. `load-recovery.ts` handles failed downloads. */
function CrashScreen({ Frame }: { Frame: Frame }) {
  return (
    <Frame>
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
    </Frame>
  );
}

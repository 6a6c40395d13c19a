import { screens, type ScreenName, type Screen } from '@fundus/contract/screens';
import { Activity, Fragment, useState, type ReactNode } from 'react';
import type { ScreenProps } from '../../components/page/screen.ts';
import { screenOf, type AnyScreen } from '../screen-map.ts';

export type ShownScreen = { name: ScreenName; pathname: string; props: ScreenProps };

type Kept = ReadonlyMap<ScreenName, { props: ScreenProps; element: ReactNode }>;

type Props = { shown: ShownScreen | null; find?: (name: ScreenName) => AnyScreen };

/**
 * Renders the screen of the address. Screens with `keepAlive` stay mounted but hidden with their last properties, so that their state survives. The
 * element of a hidden screen is reused, so React does not render it again.
 */
export function KeepAlive({ shown, find = screenOf }: Props) {
  const [kept, setKept] = useState<Kept>(new Map());
  const keep = shown && isKept(shown.name);

  // Set while rendering, because a screen must receive its last properties in the pass that hides it.
  if (keep && kept.get(shown.name)?.props !== shown.props) {
    const { name, props } = shown;
    setKept(new Map(kept).set(name, { props, element: draw(find(name), props) }));
  }

  return (
    <>
      {[...kept].map(([name, { element }]) => (
        <Activity key={name} mode={shown?.name === name ? 'visible' : 'hidden'}>
          {element}
        </Activity>
      ))}
      {shown && !keep && <Fragment key={shown.pathname}>{draw(find(shown.name), shown.props)}</Fragment>}
    </>
  );
}

const draw = (Screen: AnyScreen, props: ScreenProps): ReactNode => <Screen {...props} />;

export const isKept = (name: ScreenName): boolean => Boolean((screens[name] as Screen).keepAlive);

/** Returns whether the scroll position of a screen is restored on return. */
export const keepsScroll = (name: ScreenName): boolean => isKept(name) || Boolean((screens[name] as Screen).keepScroll);

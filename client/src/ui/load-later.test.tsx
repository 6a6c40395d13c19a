import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { loadLater, useLoaded } from './load-later.tsx';

const Words = ({ text }: { text: string }) => <p>{text}</p>;
const Waiting = ({ text }: { text: string }) => <p>waiting for {text}</p>;

/** Script that the test resolves or rejects. */
function makeScript() {
  const { promise, resolve, reject } = Promise.withResolvers<typeof Words>();
  return {
    load: vi.fn(() => promise),
    come: () => act(async () => resolve(Words)),
    fail: () => act(async () => reject(new Error('gone'))),
  };
}

class Boundary extends Component<{ children: ReactNode }> {
  override state = { error: '' };
  static getDerivedStateFromError = (error: Error) => ({ error: error.message });
  override render = () => this.state.error || this.props.children;
}

describe('loadLater', () => {
  it('shows the placeholder until the script is loaded', async () => {
    const script = makeScript();
    const Later = loadLater(script.load, Waiting);
    expect(script.load).not.toHaveBeenCalled();
    render(
      <>
        <Later text="one" />
        <Later text="two" />
      </>,
    );
    screen.getByText('waiting for one');
    await script.come();
    screen.getByText('one');
    screen.getByText('two');
    expect(script.load).toHaveBeenCalledTimes(1);
  });

  it('renders an already loaded component immediately', async () => {
    const script = makeScript();
    const Later = loadLater(script.load, Waiting);
    const first = render(<Later text="one" />);
    await script.come();
    first.unmount();
    render(<Later text="two" />);
    screen.getByText('two');
  });

  it('replaces a placeholder without delay', async () => {
    const [outer, inner] = [makeScript(), makeScript()];
    const Inner = loadLater(inner.load, Waiting);
    const Outer = loadLater(async () => {
      await outer.load();
      return ({ text }: { text: string }) => <Inner text={text} />;
    }, Waiting);
    render(<Outer text="one" />);
    await outer.come();
    screen.getByText('waiting for one');
    await inner.come();
    screen.getByText('one');
  });

  it('throws during rendering if the script cannot be loaded', async () => {
    const script = makeScript();
    const Later = loadLater(script.load);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { container } = render(
      <Boundary>
        <Later text="one" />
      </Boundary>,
    );
    await script.fail();
    expect(container.textContent).toBe('gone');
  });

  it('reports when a preloaded script is available', async () => {
    const script = makeScript();
    const Later = loadLater(script.load);
    const Together = () => (useLoaded(Later) ? <Later text="one" /> : <p>neither</p>);
    render(<Together />);
    screen.getByText('neither');
    await script.come();
    screen.getByText('one');
  });
});

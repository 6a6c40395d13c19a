/** Passes the data of each server-sent event to `take` until the response ends. `EventSource` is not used because it would reconnect. */
export async function readEvents(response: Response, take: (data: string) => void): Promise<void> {
  if (!response.body) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    rest += decoder.decode(value, { stream: !done });
    const events = rest.split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) if (event.startsWith('data: ')) take(event.slice('data: '.length));
    if (done) return;
  }
}

/* Shows notices while the portal is closed in this browser (docs/behaviour/mails.md#in-a-browser). It keeps nothing and answers no request of a page. */
/* global self */
self.addEventListener('push', (event) => {
  const { title, path, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { tag, data: { path }, icon: '/favicon.svg' }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL(event.notification.data.path, self.location.origin);
  // A path of the portal and nothing else.
  if (address.origin !== self.location.origin) return;
  event.waitUntil(self.clients.openWindow(address.href));
});

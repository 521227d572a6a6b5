{
  const r = document.documentElement,
    s = (k) => {
      try {
        return localStorage.getItem(k);
      } catch {}
    },
    t = s('theme'),
    u = s('session');
  r.dataset.js = '';
  if (t === 'light' || t === 'dark') r.dataset.theme = t;
  // Who comes for the top of the page gets that first, see styles/later.css.
  if (!location.hash && performance.getEntriesByType('navigation')[0]?.type === 'navigate')
    r.dataset.top = '';
  // While a pointer is down, nothing may move under it, see lib/lay-out-the-rest.ts.
  addEventListener('pointerdown', () => (r.dataset.pressed = ''), true);
  for (const t of ['pointerup', 'pointercancel'])
    addEventListener(t, () => delete r.dataset.pressed, true);
  // How far down the place lies that a link of the page leads to is known once all is laid out.
  addEventListener(
    'click',
    (e) => {
      if (e.target.closest?.('a[href*="#"]')) delete r.dataset.top;
    },
    true,
  );
  if (u === 'admin' || u === 'member') r.dataset.session = u;
  // On a fast line the first frame waits for the preloaded fonts: `font-display: optional` would
  // give them up. The round trip is the time to the first byte, or what the browser knows of the network.
  // Pages of this site have left the fonts in the cache already.
  const n = performance.getEntriesByType('navigation')[0],
    w = navigator.connection;
  if (
    n &&
    n.responseStart - n.requestStart < 120 &&
    !(w?.rtt > 120 || w?.downlink < 4) &&
    !document.referrer.startsWith(`${location.origin}/`)
  ) {
    r.dataset.hold = '';
    const l = new Set(),
      h = () => delete r.dataset.hold,
      f = (e) => {
        l.add(e.target);
        if ([...document.querySelectorAll('link[as=font]')].every((k) => l.has(k))) h();
      };
    document.addEventListener('load', f, true);
    document.addEventListener('error', f, true);
    // Long enough for connections of their own, short enough for a line that is slower than it seemed.
    setTimeout(h, 400);
  }
  // Sent before its script is here, see lib/early-submit.ts.
  addEventListener('submit', (e) => {
    const d = e.target.dataset;
    if (d.early !== undefined) {
      e.preventDefault();
      d.early = 'sent';
    }
  });
  // A button pressed before the scripts of the page have run is pressed once they have. They are all
  // waited for: which of them a button belongs to is not known here, and twice would be a wrong.
  const p = new Set(),
    c = (e) => {
      const b = e.target.closest?.('button');
      if (b?.closest('.needs-script')) {
        e.stopImmediatePropagation();
        e.preventDefault();
        p.add(b);
      }
    };
  addEventListener('click', c, true);
  addEventListener('DOMContentLoaded', () => {
    removeEventListener('click', c, true);
    for (const b of p) b.click();
  });
}

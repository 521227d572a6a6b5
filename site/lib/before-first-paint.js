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
  if (u === 'admin' || u === 'member') r.dataset.session = u;
  // Sent before its script is here, see lib/early-submit.ts.
  addEventListener('submit', (e) => {
    const d = e.target.dataset;
    if (d.early !== undefined) {
      e.preventDefault();
      d.early = 'sent';
    }
  });
}

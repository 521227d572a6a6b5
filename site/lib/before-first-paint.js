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
  if (u === 'admin' || u === 'member') r.dataset.session = u;
}

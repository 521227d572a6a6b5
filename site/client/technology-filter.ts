const PARAMETER = 'technology';

/** Keeps the chosen technology in the address and says how many projects are shown. */
export function startTechnologyFilter(): void {
  const filter = document.getElementById('technology-filter');
  const status = filter?.querySelector('[data-shown]');
  if (!filter || !status) return;
  const choices = [...filter.querySelectorAll<HTMLInputElement>('input[type=radio]')];
  const items = [...document.querySelectorAll<HTMLElement>('.projects__item')];

  const say = () => {
    const chosen = choices.find((choice) => choice.checked);
    const shown = items.filter(({ dataset }) =>
      chosen?.value ? dataset.technologies?.split(' ').includes(chosen.value) : true,
    ).length;
    const projects = items.length === 1 ? 'project' : 'projects';
    const name = chosen?.dataset.name;
    status.textContent = name
      ? `${shown} of ${items.length} ${projects} with ${name}`
      : `${items.length} ${projects}`;
  };
  const chooseFromAddress = () => {
    const wanted = new URL(location.href).searchParams.get(PARAMETER) ?? '';
    const choice = choices.find(({ value }) => value === wanted) ?? choices[0];
    if (choice) choice.checked = true;
    say();
  };

  filter.addEventListener('change', () => {
    const chosen = choices.find((choice) => choice.checked)?.value;
    const address = new URL(location.href);
    if (chosen) address.searchParams.set(PARAMETER, chosen);
    else address.searchParams.delete(PARAMETER);
    history.replaceState(history.state, '', address);
    say();
  });
  addEventListener('pageshow', chooseFromAddress);
  chooseFromAddress();
}

import { useState } from 'react';
import { Tabs } from '../islands/ui/Tabs.tsx';

const tabs = [
  { id: 'users', title: 'Users', text: 'What the first tab shows.' },
  { id: 'quotes', title: 'Quotes', text: 'What the second tab shows.' },
  { id: 'jokes', title: 'Jokes', text: 'What the third tab shows.' },
];

export function TabsExample({ label }: { label: string }) {
  const [chosen, setChosen] = useState('users');
  const text = tabs.find(({ id }) => id === chosen)?.text;
  return (
    <Tabs label={label} tabs={tabs} chosen={chosen} onChoose={setChosen}>
      {text}
    </Tabs>
  );
}

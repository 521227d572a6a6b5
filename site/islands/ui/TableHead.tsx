import type { ReactNode } from 'react';

interface Props {
  columns: readonly string[];
  /** Number of columns at the end that contain numbers. */
  numbers?: number;
  /** Title of a last column with buttons. */
  actions?: ReactNode;
}

/** The row with the titles of a table's columns. */
export function TableHead({ columns, numbers = 0, actions }: Props) {
  const firstNumber = columns.length - numbers;
  return (
    <thead>
      <tr>
        {columns.map((title, index) => (
          <th
            key={title}
            scope="col"
            className={index >= firstNumber ? 'table__number' : undefined}
          >
            {title}
          </th>
        ))}
        {actions && (
          <th scope="col" className="table__actions">
            {actions}
          </th>
        )}
      </tr>
    </thead>
  );
}

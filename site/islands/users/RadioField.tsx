interface Props {
  name: string;
  legend: string;
  choices: readonly { value: string | number; name: string; means: string }[];
  /** The initially selected value. */
  defaultValue: string | number;
}

/** A choice between a few values, each with a description. */
export function RadioField({ name, legend, choices, defaultValue }: Props) {
  return (
    <fieldset className="users__roles">
      <legend className="field__label">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="check">
          <input
            type="radio"
            name={name}
            value={choice.value}
            defaultChecked={choice.value === defaultValue}
          />
          <span>
            {choice.name}
            <small>{choice.means}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

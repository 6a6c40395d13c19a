/* global H5P, document, window */
// A quiz for the H5P runtime: one question after the other, with feedback, a result and xAPI statements.
(function () {
  'use strict';

  const SYMBOL = { yes: '✓', no: '✗' };
  let counter = 0;

  function make(tag, attributes, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value === true) node.setAttribute(name, '');
      else if (value !== false && value != null) node.setAttribute(name, value);
    }
    node.append(...children);
    return node;
  }

  // Capital letters, spaces and a leading article do not matter in a typed answer.
  function plain(text) {
    return String(text)
      .trim()
      .toLowerCase()
      .replace(/^(der|die|das|ein|eine)\s+/, '')
      .replace(/\s+/g, ' ');
  }

  function FundusQuiz(params, contentId, extras) {
    H5P.EventDispatcher.call(this);
    this.contentId = contentId;
    this.libraryInfo = { versionedName: 'H5P.FundusQuiz 1.0' };
    this.title = (extras && extras.metadata && extras.metadata.title) || 'Quiz';
    this.params = params;
    this.questions = params.questions || [];
    this.prefix = 'fundus-quiz-' + ++counter;
    this.restart();
  }

  FundusQuiz.prototype = Object.create(H5P.EventDispatcher.prototype);
  FundusQuiz.prototype.constructor = FundusQuiz;

  FundusQuiz.prototype.restart = function () {
    this.current = 0;
    this.results = this.questions.map(() => null);
  };

  FundusQuiz.prototype.getScore = function () {
    return this.results.filter((right) => right === true).length;
  };
  FundusQuiz.prototype.getMaxScore = function () {
    return this.questions.length;
  };
  FundusQuiz.prototype.getAnswerGiven = function () {
    return this.results.some((right) => right !== null);
  };
  FundusQuiz.prototype.getTitle = function () {
    return this.title;
  };

  FundusQuiz.prototype.attach = function ($container) {
    const container = $container.get ? $container.get(0) : $container;
    container.classList.add('h5p-fundus-quiz');
    container.textContent = '';
    this.root = make('div', { class: 'fq', lang: 'de', role: 'region', 'aria-label': this.title });
    container.append(this.root);
    this.showQuestion(false);
    this.triggerXAPI('attempted');
  };

  FundusQuiz.prototype.progress = function () {
    const list = make('ol', { class: 'fq-progress', 'aria-hidden': 'true' });
    this.questions.forEach((_, i) => {
      const state = this.results[i] === true ? 'right' : this.results[i] === false ? 'wrong' : i === this.current ? 'now' : 'open';
      list.append(make('li', { class: 'fq-dot fq-' + state }));
    });
    return list;
  };

  FundusQuiz.prototype.showQuestion = function (moveFocus) {
    const question = this.questions[this.current];
    const form = make('form', { class: 'fq-form', novalidate: true });
    const heading = make('legend', { class: 'fq-question', tabindex: '-1' }, question.text);
    const field = make('fieldset', { class: 'fq-field' }, heading);
    const where = make('p', { class: 'fq-where' }, `Frage ${this.current + 1} von ${this.questions.length}`);
    if (question.kind === 'multiple') field.append(make('p', { class: 'fq-hint' }, 'Mehrere Antworten sind richtig.'));
    const read = question.kind === 'text' ? this.textField(field, question) : this.choices(field, question);
    const feedback = make('div', { class: 'fq-feedback', role: 'status' });
    const check = make('button', { class: 'fq-button', type: 'submit' }, 'Prüfen');
    const actions = make('div', { class: 'fq-actions' }, check);
    form.append(field, feedback, actions);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const given = read();
      if (!given.complete) {
        feedback.className = 'fq-feedback fq-asks';
        feedback.textContent = question.kind === 'text' ? 'Schreibe zuerst eine Antwort.' : 'Wähle zuerst eine Antwort.';
        this.resized();
        return;
      }
      this.answer(given, { field, feedback, actions, check });
    });
    const intro = this.current === 0 && this.params.intro ? [make('p', { class: 'fq-intro' }, this.params.intro)] : [];
    this.root.replaceChildren(make('div', { class: 'fq-head' }, where, this.progress()), ...intro, form);
    this.began = Date.now();
    if (moveFocus) heading.focus();
    this.resized();
  };

  FundusQuiz.prototype.choices = function (field, question) {
    const several = question.kind === 'multiple';
    const inputs = question.answers.map((answer, i) => {
      const id = `${this.prefix}-${this.current}-${i}`;
      const input = make('input', { id, type: several ? 'checkbox' : 'radio', name: `${this.prefix}-${this.current}`, value: String(i) });
      const mark = make('span', { class: 'fq-mark' });
      field.append(make('div', { class: 'fq-choice' }, input, make('label', { for: id }, answer.text), mark));
      return input;
    });
    return () => {
      const chosen = inputs.map((input) => input.checked);
      return {
        complete: chosen.some(Boolean),
        right: question.answers.every((answer, i) => Boolean(answer.correct) === chosen[i]),
        response: chosen.flatMap((yes, i) => (yes ? [String(i)] : [])).join('[,]'),
        inputs,
        chosen,
      };
    };
  };

  FundusQuiz.prototype.textField = function (field) {
    const id = `${this.prefix}-${this.current}-text`;
    const input = make('input', { id, type: 'text', class: 'fq-input', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
    field.append(make('label', { class: 'fq-hint', for: id }, 'Deine Antwort'), input);
    const question = this.questions[this.current];
    return () => ({
      complete: input.value.trim() !== '',
      right: question.accepted.map(plain).includes(plain(input.value)),
      response: input.value.trim(),
      inputs: [input],
      chosen: null,
    });
  };

  FundusQuiz.prototype.answer = function (given, parts) {
    const question = this.questions[this.current];
    this.results[this.current] = given.right;
    given.inputs.forEach((input, i) => {
      input.disabled = true;
      const row = input.closest('.fq-choice');
      if (!row || !given.chosen) return;
      const correct = Boolean(question.answers[i].correct);
      if (correct || given.chosen[i]) {
        row.classList.add(correct ? 'fq-is-right' : 'fq-is-wrong');
        row.querySelector('.fq-mark').textContent = correct ? `${SYMBOL.yes} richtig` : `${SYMBOL.no} falsch`;
      }
    });
    const solution = !given.right && question.kind === 'text' ? ` Gesucht war: ${question.accepted[0]}.` : '';
    parts.feedback.className = `fq-feedback ${given.right ? 'fq-good' : 'fq-bad'}`;
    parts.feedback.replaceChildren(
      make('strong', {}, given.right ? `${SYMBOL.yes} Richtig!` : `${SYMBOL.no} Leider nicht.`),
      `${solution} ${question.explanation || ''}`,
    );
    const last = this.current === this.questions.length - 1;
    const next = make('button', { class: 'fq-button', type: 'button' }, last ? 'Ergebnis zeigen' : 'Weiter');
    next.addEventListener('click', () => {
      this.current += 1;
      if (last) this.showResult();
      else this.showQuestion(true);
    });
    parts.actions.replaceChildren(next);
    this.root.querySelector('.fq-progress').replaceWith(this.progress());
    next.focus();
    this.report(question, given);
    this.resized();
  };

  // Sends one statement for each question with question, answer and result.
  FundusQuiz.prototype.report = function (question, given) {
    const event = this.createXAPIEventTemplate('answered');
    const object = event.data.statement.object || (event.data.statement.object = {});
    const definition = { type: 'http://adlnet.gov/expapi/activities/cmi.interaction', description: { de: question.text } };
    if (question.kind === 'text') {
      definition.interactionType = 'fill-in';
      definition.correctResponsesPattern = question.accepted;
    } else {
      definition.interactionType = 'choice';
      definition.choices = question.answers.map((answer, i) => ({ id: String(i), description: { de: answer.text } }));
      definition.correctResponsesPattern = [question.answers.flatMap((answer, i) => (answer.correct ? [String(i)] : [])).join('[,]')];
    }
    object.definition = Object.assign({}, object.definition, definition);
    event.setScoredResult(given.right ? 1 : 0, 1, this, true, given.right);
    event.data.statement.result.response = given.response;
    event.data.statement.result.duration = `PT${Math.round((Date.now() - this.began) / 10) / 100}S`;
    this.trigger(event);
  };

  FundusQuiz.prototype.showResult = function () {
    const score = this.getScore();
    const max = this.getMaxScore();
    const passed = (100 * score) / max >= (this.params.passPercentage == null ? 60 : this.params.passPercentage);
    const heading = make('h2', { class: 'fq-question', tabindex: '-1' }, `${score} von ${max} Fragen richtig`);
    const meter = make('progress', { class: 'fq-meter', max: String(max), value: String(score), 'aria-label': 'Ergebnis' });
    const words =
      score === max
        ? 'Alles richtig. Großartig!'
        : passed
          ? 'Gut gemacht!'
          : 'Sieh dir das Thema noch einmal an und versuche es dann erneut.';
    const list = make('ol', { class: 'fq-summary' });
    this.questions.forEach((question, i) => {
      const right = this.results[i];
      list.append(
        make(
          'li',
          {},
          make(
            'span',
            { class: right ? 'fq-tag fq-tag-right' : 'fq-tag fq-tag-wrong' },
            right ? `${SYMBOL.yes} richtig` : `${SYMBOL.no} falsch`,
          ),
          ` ${question.text}`,
        ),
      );
    });
    const again = make('button', { class: 'fq-button', type: 'button' }, 'Noch einmal');
    again.addEventListener('click', () => {
      this.restart();
      this.showQuestion(true);
    });
    this.root.replaceChildren(heading, meter, make('p', { class: 'fq-words' }, words), list, make('div', { class: 'fq-actions' }, again));
    heading.focus();
    this.triggerXAPICompleted(score, max, passed);
    this.resized();
  };

  FundusQuiz.prototype.resized = function () {
    window.requestAnimationFrame(() => this.trigger('resize'));
  };

  H5P.FundusQuiz = FundusQuiz;
})();

from partwright.design_engine.drafter import engine


def test_a_lamp_becomes_requirements_and_a_tree_of_parts() -> None:
    brief = engine.understand("A desk lamp, 400 mm high, 800 lumens, USB powered", {}, [])
    requirements = engine.requirements(brief)
    root = engine.structure(brief, requirements, {})
    assert any("800 lm" in r.name for r in requirements)
    assert root.name == "Desk lamp"
    assert any(child.children for child in root.children)
    assert engine.questions(brief) == []
